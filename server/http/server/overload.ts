import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClientMemory } from '../../capacity/client-memory.ts'
import { type QueueLimits, RequestQueue } from '../../capacity/request-queue.ts'
import { type Caller, MB } from '../../capacity/response-memory.ts'
import { overloaded } from '../../errors.ts'
import { sendRefusal } from '../response/failures.ts'

interface Limits extends QueueLimits {
  inFlight: number
  ofOneCaller: number
  forClients: number
}

/** Limits beyond which requests are queued or refused. Only tests change them. */
export const LOAD_LIMITS: Limits = {
  immediateMs: 20,
  sliceMs: 2,
  lateAfter: 300,
  overloadAfter: 1000,
  maxQueued: 2000,
  /** The most concurrent requests: each waits for the database or a hash, and holds memory. */
  inFlight: 700,
  /** The most of them for one account: wherever they wait, they leave room for others. Anonymous callers count as one account. */
  ofOneCaller: 350,
  /** Bytes held for slow clients: see `capacity/client-memory.ts`. */
  forClients: 64 * MB,
  clock: () => performance.now(),
}

export type LoadLimits = typeof LOAD_LIMITS

const IS_COUNTED = Symbol('is counted')
const CALLER = Symbol('the caller for whom it is counted')

type Counted = ServerResponse & { [IS_COUNTED]?: boolean; [CALLER]?: Caller }

/** Health probes: they matter most under load. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Load shedding: refuses requests early that would be answered late. A refusal is cheap, so accepted requests stay fast.
 * Requests that cannot run at once are queued. A request does not count as in flight while it waits for its client: until
 * its body is complete, and once its response is written.
 * @returns `noteSent`, to be called for responses that Fastify does not send; `countFor`, to be called once the caller is known; and
 *   whether all requests are being refused
 */
export function shedLoad(
  app: FastifyInstance,
  { inFlight, ofOneCaller, ...limits }: Omit<Limits, 'forClients'>,
  memory: ClientMemory,
): {
  noteSent: (response: ServerResponse) => void
  countFor: (caller: Caller, response: ServerResponse) => void
  isRefusingAll: () => boolean
} {
  const queue = new RequestQueue(limits)
  const refusals = new RefusalStreak(limits.clock)
  let running = 0
  const ofCallers = new Map<Caller, number>()
  const noteSent = (response: Counted) => {
    if (!response[IS_COUNTED]) return
    running -= 1
    response[IS_COUNTED] = false
    const caller = response[CALLER]
    if (caller === undefined) return
    const others = (ofCallers.get(caller) as number) - 1
    if (others > 0) ofCallers.set(caller, others)
    else ofCallers.delete(caller)
  }
  /** @throws Refusal 503 if it is one too many of this caller */
  const countFor = (caller: Caller, response: Counted) => {
    if (!response[IS_COUNTED]) return
    const others = ofCallers.get(caller) ?? 0
    if (others >= ofOneCaller) throw overloaded()
    ofCallers.set(caller, others + 1)
    response[CALLER] = caller
  }
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    refusals.noteRefused()
    sendRefusal(overloaded(), request, reply)
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (isAlwaysAnswered(request)) next()
    else if (running >= inFlight) refuse(request, reply)
    else if (queue.isOpen()) next()
    else {
      queue.join({
        run: () => {
          // The client may have disconnected while queued.
          if (reply.raw.closed) return
          if (running < inFlight) next()
          else refuse(request, reply)
        },
        refuse: () => refuse(request, reply),
      })
    }
  })
  // A listener makes the body flow from the next tick on: no later hook may wait before the body is read.
  app.addHook('preParsing', ({ raw, headers }, _reply, payload, next) => {
    if (mayBeLong(headers)) memory.holdBody(raw)
    next(null, payload)
  })
  // The body is complete here.
  app.addHook('preValidation', (request, reply, next) => {
    const response: Counted = reply.raw
    // Other requests may have started while the body arrived.
    if (isAlwaysAnswered(request)) next()
    else if (running >= inFlight) refuse(request, reply)
    else {
      if (!response.destroyed) {
        running += 1
        response[IS_COUNTED] = true
      }
      refusals.noteAccepted()
      next()
    }
  })
  app.addHook('onSend', (_request, { raw }, payload, next) => {
    noteSent(raw)
    memory.holdResponse(raw, sizeOf(payload))
    next(null, payload)
  })
  return { noteSent, countFor, isRefusingAll: () => refusals.isLong() }
}

const LONG_MS = 5000

/** Detects that requests have been refused for some seconds and none was accepted. */
export class RefusalStreak {
  readonly #clock: () => number
  #firstAt: number | undefined
  #lastAt = 0

  /** @param clock in milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  noteRefused(): void {
    // After a pause without requests, start a new streak.
    if (!this.#isRecent()) this.#firstAt = undefined
    this.#lastAt = this.#clock()
    this.#firstAt ??= this.#lastAt
  }

  noteAccepted(): void {
    this.#firstAt = undefined
  }

  isLong(): boolean {
    return this.#firstAt !== undefined && this.#isRecent() && this.#lastAt - this.#firstAt >= LONG_MS
  }

  #isRecent(): boolean {
    return this.#clock() - this.#lastAt < LONG_MS
  }
}

const isAlwaysAnswered = ({ routeOptions }: FastifyRequest) => ALWAYS_ANSWERED.has(routeOptions.url)

/** Shorter bodies are not counted: they take no more memory than headers may, which are not counted either. */
const SHORT_BODY = 16 * 1024

const mayBeLong = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SHORT_BODY

/** For a stream, the size of its buffer. */
const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array
    ? payload.length
    : payload instanceof Readable
      ? STREAM_BYTES
      : 0

const STREAM_BYTES = 64 * 1024
