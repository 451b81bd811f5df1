import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MB } from '../../capacity/answer-memory.ts'
import type { ClientMemory } from '../../capacity/client-memory.ts'
import { RefusalStreak } from '../../capacity/refusal-streak.ts'
import { type QueueLimits, RequestQueue } from '../../capacity/request-queue.ts'
import { overloaded } from '../../errors.ts'
import { sendRefusal } from '../response/failures.ts'

interface Limits extends QueueLimits {
  inFlight: number
  forClients: number
}

/** Limits beyond which requests are queued or refused. Only tests change them. */
export const LOAD: Limits = {
  atOnce: 20,
  slice: 2,
  lateAfter: 300,
  overloadAfter: 1000,
  maxQueued: 2000,
  /** The most concurrent requests: each waits for the database or a hash, and holds memory. */
  inFlight: 500,
  /** Bytes held for slow clients: see `capacity/client-memory.ts`. */
  forClients: 64 * MB,
  clock: () => performance.now(),
}

export type Load = typeof LOAD

const IS_COUNTED = Symbol('is counted')

type Counted = ServerResponse & { [IS_COUNTED]?: boolean }

/** Health probes: they matter most under load. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Load shedding: refuses requests early that would be answered late. A refusal is cheap, so accepted requests stay fast.
 * Requests that cannot run at once are queued. A request does not count as in flight while it waits for its client: until
 * its body is complete, and once its response is written.
 * @returns `answered`, to be called for responses that Fastify does not send; and whether all requests are being refused
 */
export function shedLoad(
  app: FastifyInstance,
  { inFlight, ...limits }: QueueLimits & Pick<Limits, 'inFlight'>,
  memory: ClientMemory,
): { answered: (answer: ServerResponse) => void; isRefusingAll: () => boolean } {
  const queue = new RequestQueue(limits)
  const refusals = new RefusalStreak(limits.clock)
  let running = 0
  const answered = (answer: Counted) => {
    if (answer[IS_COUNTED]) running -= 1
    answer[IS_COUNTED] = false
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
    const answer: Counted = reply.raw
    // Other requests may have started while the body arrived.
    if (running >= inFlight && !isAlwaysAnswered(request)) refuse(request, reply)
    else {
      if (!answer.destroyed) {
        running += 1
        answer[IS_COUNTED] = true
      }
      if (!isAlwaysAnswered(request)) refusals.noteAccepted()
      next()
    }
  })
  app.addHook('onSend', (_request, { raw }, payload, next) => {
    answered(raw)
    memory.holdAnswer(raw, sizeOf(payload))
    next(null, payload)
  })
  return { answered, isRefusingAll: () => refusals.isLong() }
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
