import type { Replicas } from '../db/postgres/replicas.ts'
import type { Endpoint } from './endpoint.ts'

/** The same endpoint, reading its records from a replica where one shows all that the caller wrote. */
export function fromReplicas(endpoint: Endpoint, replicas: Replicas): Endpoint {
  if (!endpoint.isRecords) return endpoint
  return {
    ...endpoint,
    handle: (call) => {
      const { ctx } = call
      const { ownerId } = ctx.actor
      if (ownerId === null) return endpoint.handle(call)
      // Memory is of the database itself: what is read elsewhere is not to get into it.
      const read = (db: typeof ctx.db) => endpoint.handle({ ...call, ctx: { ...ctx, db, memory: undefined } })
      return replicas.read(ownerId, ctx.db, read)
    },
  }
}
