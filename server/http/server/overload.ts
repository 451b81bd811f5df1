import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MB } from '../../capacity/answer-memory.ts'
import type { ClientMemory } from '../../capacity/client-memory.ts'
import { RefusalsInARow } from '../../capacity/refusals-in-a-row.ts'
import { type QueueLimits, RequestQueue } from '../../capacity/request-queue.ts'
import { overloaded } from '../../errors.ts'
import { sendRefusal } from '../response/failures.ts'

interface Limits extends QueueLimits {
  inFlight: number
  forClients: number
}

/** Past which load a request is refused rather than kept waiting. Nobody needs to set these but tests. */
export const LOAD: Limits = {
  atOnce: 20,
  slice: 2,
  wait: 300,
  lasting: 1000,
  inLine: 2000,
  /** Requests that are carried out: each waits for the database or a hash, and holds memory. */
  inFlight: 500,
  /** Bytes that wait for their clients: see `capacity/client-memory.ts`. */
  forClients: 64 * MB,
  clock: () => performance.now(),
}

export type Load = typeof LOAD

const IS_COUNTED = Symbol('is counted')

type Counted = ServerResponse & { [IS_COUNTED]?: boolean }

/** They tell whether the process is alive: under load more than ever. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Refuses early what would be answered late: to refuse takes a fraction of the work, so that what is accepted is
 * answered as fast as ever. What cannot be carried out at once stands in line. What waits for its client is not under
 * way: neither a request whose body has not arrived, nor an answer that is not read.
 * @returns what is to be told of answers that Fastify doesn't send, and whether nothing is accepted any more
 */
export function shedLoad(
  app: FastifyInstance,
  { inFlight, ...limits }: QueueLimits & Pick<Limits, 'inFlight'>,
  memory: ClientMemory,
): { answered: (answer: ServerResponse) => void; isRefusingAll: () => boolean } {
  const queue = new RequestQueue(limits)
  const refusals = new RefusalsInARow(limits.clock)
  let underWay = 0
  const answered = (answer: Counted) => {
    if (answer[IS_COUNTED]) underWay -= 1
    answer[IS_COUNTED] = false
  }
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    refusals.noteRefused()
    sendRefusal(overloaded(), request, reply)
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (isAlwaysAnswered(request)) next()
    else if (underWay >= inFlight) refuse(request, reply)
    else if (queue.isOpen()) next()
    else {
      queue.join({
        carryOut: () => {
          // Nobody waits any more for what was asked on a connection that is closed.
          if (reply.raw.closed) return
          if (underWay < inFlight) next()
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
  // Once it is there as a whole.
  app.addHook('preValidation', (request, reply, next) => {
    const answer: Counted = reply.raw
    // Others may have come while its body did.
    if (underWay >= inFlight && !isAlwaysAnswered(request)) refuse(request, reply)
    else {
      if (!answer.destroyed) {
        underWay += 1
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

/** Others take no more than the headers of a request may, which are not counted either. */
const SHORT_BODY = 16 * 1024

const mayBeLong = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SHORT_BODY

/** Of a stream, as much as it reads ahead. */
const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array
    ? payload.length
    : payload instanceof Readable
      ? STREAM_BYTES
      : 0

const STREAM_BYTES = 64 * 1024
