import { Type } from 'typebox'
import type { Connection } from './db/connect.ts'
import { Refusal } from './errors.ts'
import { defineEndpoint, type Endpoint } from './http/endpoint.ts'
import { type Message, say } from './messages/say.ts'

interface Served {
  connection: Connection
  isRefusingAll: () => boolean
}

const notReady = (message: Message, cause?: unknown) =>
  new Refusal(503, 'not_ready', message, { headers: { 'retry-after': '5' }, cause })

/** Liveness for supervisors, readiness for load balancers. */
export const healthEndpoints = (served?: Served): Endpoint[] => [
  health(
    'healthz',
    'Is the process running?',
    'For a supervisor: a service that does not answer this is to be restarted.',
    async () => undefined,
  ),
  health(
    'readyz',
    'Can it serve requests?',
    'For a load balancer: 200 while records can be read and written and not every request is refused for overload, else 503. It answers within a second.',
    async () => {
      try {
        await served?.connection.requireReady()
      } catch (cause) {
        const reason = served?.connection.errors.databaseFault(cause)
        const message =
          reason === undefined
            ? say`The database cannot be used.`
            : say`The database cannot be used: ${reason}.`
        throw notReady(message, cause)
      }
      if (served?.isRefusingAll())
        throw notReady(say`The service is overloaded: it has refused every request for some seconds.`)
    },
  ),
]

const health = (name: string, summary: string, description: string, check: () => Promise<void>): Endpoint =>
  defineEndpoint({
    name,
    methods: ['GET', 'HEAD'],
    path: `/${name}`,
    tag: 'health',
    summary,
    description,
    access: 'public',
    effect: 'read',
    input: Type.Object({}),
    unknown: 'ignore',
    data: Type.Object({ ok: Type.Boolean() }),
    refusals: [],
    handle: async () => {
      await check()
      return { data: { ok: true } }
    },
  })
