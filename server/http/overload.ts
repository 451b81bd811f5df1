import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../errors.ts'
import { sendRefusal } from './failures.ts'

/** Past which load a request is refused rather than kept waiting. Nobody needs to set these but tests. */
export const LOAD = {
  /** A request that has waited so long before it is looked at, behind those that came with it, in milliseconds. */
  wait: 300,
  /** Only where it has been so for a while: one that stands behind a single slow thing is not turned away. */
  lasting: 1000,
  /** Requests under way: each waits for the database, a hash or its client, and holds memory. */
  inFlight: 500,
}

export type Load = typeof LOAD

const IS_COUNTED = Symbol('is counted')

type Counted = ServerResponse & { [IS_COUNTED]?: boolean }

/** They tell whether the process is alive: under load more than ever. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Refuses early what would be answered late: to refuse takes a fraction of the work, so that what is accepted is
 * answered as fast as ever. Node reads all requests that have come, and then carries out one after the other; how long
 * ago it began to is how long the one at hand has waited. A request is asked for the time and a count, no more.
 * @returns what is to be told of answers that Fastify doesn't send
 */
export function shedLoad(
  app: FastifyInstance,
  { wait, lasting, inFlight }: Load,
): { answered: (answer: ServerResponse) => void } {
  let underWay = 0
  let turnBegan = 0
  let lateSince = 0
  const endTurn = () => {
    const isLate = performance.now() - turnBegan > wait
    lateSince = isLate ? lateSince || turnBegan : 0
    turnBegan = 0
  }
  /** Counts the turn's beginning too: asked once for each request. */
  const comesLate = (): boolean => {
    const now = performance.now()
    if (turnBegan === 0) {
      turnBegan = now
      setImmediate(endTurn)
    }
    return now - turnBegan > wait && now - (lateSince || now) >= lasting
  }
  const done = (answer: Counted) => {
    if (answer[IS_COUNTED]) underWay -= 1
    answer[IS_COUNTED] = false
  }
  function onEnd(this: Counted): void {
    done(this)
  }
  /** Until the client has it: what it does not read is held here. */
  const answered = (answer: Counted) => {
    if (answer.closed || answer.writableLength === 0) done(answer)
    else answer.once('close', onEnd)
  }
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, next) => {
    const isLate = comesLate()
    if ((isLate || underWay >= inFlight) && !ALWAYS_ANSWERED.has(request.routeOptions.url)) {
      sendRefusal(overloaded(), request, reply)
      return
    }
    underWay += 1
    const answer: Counted = reply.raw
    answer[IS_COUNTED] = true
    // One that goes away before its body has come gets no answer. Listening is left to those: it takes its time.
    if (hasBody(request)) answer.once('close', onEnd)
    next()
  })
  app.addHook('onSend', (_request, { raw }, payload, next) => {
    if (raw.closed) done(raw)
    else raw.once('close', onEnd)
    next(null, payload)
  })
  return { answered }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
