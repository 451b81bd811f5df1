import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../errors.ts'
import { sendRefusal } from './failures.ts'
import { Line, type LineLimits } from './line.ts'

interface Limits extends LineLimits {
  inFlight: number
  slowClient: number
}

/** Past which load a request is refused rather than kept waiting. Nobody needs to set these but tests. */
export const LOAD: Limits = {
  atOnce: 20,
  slice: 2,
  wait: 300,
  lasting: 1000,
  inLine: 2000,
  /** Requests under way: each waits for the database, a hash or its client, and holds memory. */
  inFlight: 500,
  /** For where there are so many: who takes longer to send a body, or to read an answer, gives way to a new request. */
  slowClient: 2000,
}

export type Load = typeof LOAD

const IS_COUNTED = Symbol('is counted')

type Counted = ServerResponse & { [IS_COUNTED]?: boolean }

/** They tell whether the process is alive: under load more than ever. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Refuses early what would be answered late: to refuse takes a fraction of the work, so that what is accepted is
 * answered as fast as ever. What cannot be carried out at once stands in line.
 * @returns what is to be told of answers that Fastify doesn't send
 */
export function shedLoad(
  app: FastifyInstance,
  { inFlight, slowClient, ...limits }: Load,
): { answered: (answer: ServerResponse) => void } {
  const line = new Line(limits)
  let underWay = 0
  /** Those that wait for their client, and since when: oldest first. */
  const forClient = new Map<Counted, number>()
  const done = (answer: Counted) => {
    if (answer[IS_COUNTED]) underWay -= 1
    answer[IS_COUNTED] = false
    forClient.delete(answer)
  }
  function onEnd(this: Counted): void {
    done(this)
  }
  /** Until the client has it: what it does not read is held here. */
  const answered = (answer: Counted) => {
    if (answer.closed || answer.writableLength === 0) done(answer)
    else waitForReading(answer)
  }
  const waitForReading = (answer: Counted) => {
    // Put at the end, wherever it was.
    forClient.delete(answer)
    forClient.set(answer, performance.now())
    answer.once('close', onEnd)
  }
  /** Whoever neither sends nor reads keeps nobody from being served. */
  const isFull = (): boolean => {
    if (underWay < inFlight) return false
    const [oldest] = forClient
    if (oldest === undefined || performance.now() - oldest[1] < slowClient) return true
    done(oldest[0])
    oldest[0].destroy()
    return false
  }
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    sendRefusal(overloaded(), request, reply)
  }
  const carryOut = (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
    underWay += 1
    const answer: Counted = reply.raw
    answer[IS_COUNTED] = true
    // One that goes away before its body has come gets no answer. Listening is left to those: it takes its time.
    if (hasBody(request)) {
      answer.once('close', onEnd)
      forClient.set(answer, performance.now())
      request.raw.once('end', () => forClient.delete(answer))
    }
    next()
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (ALWAYS_ANSWERED.has(request.routeOptions.url)) carryOut(request, reply, next)
    else if (isFull()) refuse(request, reply)
    else if (line.isOpen()) carryOut(request, reply, next)
    else {
      line.join({
        carryOut: () => {
          // Nobody waits any more for what was asked on a connection that is closed.
          if (reply.raw.closed) return
          if (isFull()) refuse(request, reply)
          else carryOut(request, reply, next)
        },
        refuse: () => refuse(request, reply),
      })
    }
  })
  app.addHook('onSend', (_request, { raw }, payload, next) => {
    if (raw.closed) done(raw)
    else waitForReading(raw)
    next(null, payload)
  })
  return { answered }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
