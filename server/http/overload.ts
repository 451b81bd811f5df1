import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../errors.ts'
import { sendRefusal } from './failures.ts'

/** Past which load a request is refused rather than kept waiting. Nobody needs to set these but tests. */
export const LOAD = {
  /** A request that has waited so long before it is looked at, behind those that came with it, in milliseconds. */
  wait: 150,
  /** Requests under way: each waits for the database, a hash or its client, and holds memory. */
  inFlight: 500,
}

export type Load = typeof LOAD

/** They tell whether the process is alive: under load more than ever. */
const ALWAYS_ANSWERED = new Set<string | undefined>(['/healthz', '/readyz'])

/**
 * Refuses early what would be answered late: to refuse takes a fraction of the work, so that what is accepted is
 * answered as fast as ever. Node reads all requests that have come, and then carries out one after the other; how long
 * ago it began to is how long the one at hand has waited. A request is asked for the time and a count, no more.
 */
export function shedLoad(app: FastifyInstance, { wait, inFlight }: Load): void {
  let underWay = 0
  let turnBegan = 0
  const endTurn = () => {
    turnBegan = 0
  }
  const done = () => {
    underWay -= 1
  }
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, next) => {
    const now = performance.now()
    if (turnBegan === 0) {
      turnBegan = now
      setImmediate(endTurn)
    }
    if ((now - turnBegan > wait || underWay >= inFlight) && !ALWAYS_ANSWERED.has(request.routeOptions.url)) {
      sendRefusal(overloaded(), request, reply)
      return
    }
    underWay += 1
    reply.raw.once('close', done)
    next()
  })
}
