import { sqlAnswers } from '../access/sql/answers.ts'
import type { Connection } from '../db/connect.ts'
import type { Endpoint } from './endpoint.ts'

type Replicas = NonNullable<Connection['replicas']>

/** The endpoint reading from a replica, if one has all of the caller's writes (read-your-writes). */
export function fromReplicas(endpoint: Endpoint, replicas: Replicas): Endpoint {
  if (!endpoint.isRecords) return endpoint
  return {
    ...endpoint,
    handle: (call) => {
      const { ctx } = call
      const { ownerId } = ctx.actor
      if (ownerId === null) return endpoint.handle(call)
      // The in-memory access data follows the primary: never fill it from a replica.
      const read = (db: typeof ctx.db) =>
        endpoint.handle({ ...call, ctx: { ...ctx, db, access: sqlAnswers } })
      return replicas.read(ownerId, ctx.db, read)
    },
  }
}
