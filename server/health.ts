import { sql } from 'kysely'
import { Type } from 'typebox'
import { Refusal } from './errors.ts'
import type { Endpoint } from './http/endpoint.ts'

/** For supervisors and load balancers: is it running, and may it be sent requests? */
export const healthEndpoints = (isStopping: () => boolean): Endpoint[] => [
  health('healthz', 'Is the process running?', async () => undefined),
  health('readyz', 'Can it serve requests?', async (call) => {
    if (isStopping()) throw notReady('The service is stopping.')
    try {
      await sql`select 1`.execute(call.ctx.db)
    } catch (error) {
      throw notReady('The database cannot be reached.', error)
    }
  }),
]

const notReady = (message: string, cause?: unknown) =>
  new Refusal(503, 'not_ready', message, { headers: { 'retry-after': '5' }, cause })

const health = (
  name: string,
  summary: string,
  check: (call: Parameters<Endpoint['handle']>[0]) => Promise<void>,
): Endpoint => ({
  name,
  methods: ['GET', 'HEAD'],
  path: `/${name}`,
  tag: 'health',
  summary,
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
