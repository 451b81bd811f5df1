import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Connection } from './db/connect.ts'
import { Refusal } from './errors.ts'
import type { Endpoint } from './http/endpoint.ts'

/** For supervisors and load balancers: is it running, and may it be sent requests? */
export const healthEndpoints = (connection?: Connection): Endpoint[] => [
  health(
    'healthz',
    'Is the process running?',
    'For a supervisor: a service that does not answer this is to be restarted.',
    async () => undefined,
  ),
  health(
    'readyz',
    'Can it serve requests?',
    'For a load balancer: 200 while requests may be sent, else 503.',
    async (call) => {
      try {
        connection?.requireSound()
        await sql`select 1`.execute(call.ctx.db)
      } catch (cause) {
        const headers = { 'retry-after': '5' }
        throw new Refusal(503, 'not_ready', 'The database cannot be used.', { headers, cause })
      }
    },
  ),
]

const health = (
  name: string,
  summary: string,
  description: string,
  check: (call: Parameters<Endpoint['handle']>[0]) => Promise<void>,
): Endpoint => ({
  name,
  methods: ['GET', 'HEAD'],
  path: `/${name}`,
  tag: 'health',
  summary,
  description,
  access: 'public',
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Object({ ok: Type.Boolean() }),
  refusals: [],
  handle: async (call) => {
    await check(call)
    return { data: { ok: true } }
  },
})
