import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

const LIVENESS_PATH = '/healthz'

/** Refuses requests with 503 while the service starts and once it stops; requests in flight are finished. */
export function refuseUnlessServing(
  app: FastifyInstance,
  isStarting: () => boolean,
): { isStopping: () => boolean } {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isRefused = (isStopping || isStarting()) && routeOptions.url !== LIVENESS_PATH
    if (!isRefused) done()
    else if (isStopping) done(refusal('stopping', say`The service is stopping.`))
    else done(refusal('starting', say`The service is starting.`))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A keep-alive connection would delay the stop until it times out.
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  return { isStopping: () => isStopping }
}

const refusal = (code: string, message: Message) =>
  new Refusal(503, code, message, { headers: { 'retry-after': '5' } })
