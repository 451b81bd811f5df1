import { pipeline, type Queries, type RowsOf } from '../db/queries/pipeline.ts'
import { type Lock, takeLocks } from '../db/transactions/locks.ts'
import { transaction } from '../db/transactions/transaction.ts'
import { confirmAuthority } from './authority.ts'
import { type Ctx, refuseIfGone } from './context.ts'

interface LockOptions {
  callerLock?: Lock['mode']
  locks?: readonly Lock[]
}

/**
 * All of it or nothing, by a caller who may do so still. The callback's own `ctx` must be used inside: its actor is the
 * one that was asked for again, and on one SQLite connection the outer one waits for ever.
 * @param options `locks` are those that follow from the request; `callerLock` is `exclusive` where the caller's own
 * authority is mostly what is taken away: two such at once would be run again if each began with a shared lock
 * @throws Refusal 401, 403 where the caller's authority has ended since the request came in
 */
export const inTransaction = <T>(
  ctx: Ctx,
  run: (ctx: Ctx) => Promise<T>,
  options: LockOptions = {},
): Promise<T> => inTransactionReading(ctx, () => [], run, options)

/**
 * The same for an operation that begins by reading: on PostgreSQL its queries are sent together with the question who
 * the caller is now, in one round trip.
 * @param queries given the `ctx` of the transaction, whose actor is still the one that the request came with
 * @param run given their rows as well
 */
export async function inTransactionReading<T, Asked extends Queries>(
  ctx: Ctx,
  queries: (ctx: Ctx) => Asked,
  run: (ctx: Ctx, rows: RowsOf<Asked>) => Promise<T>,
  { callerLock = 'shared', locks = [] }: LockOptions = {},
): Promise<T> {
  if (ctx.db.isTransaction) {
    await takeLocks(ctx.db, locks)
    return run(ctx, await pipeline(ctx.db, queries(ctx)))
  }
  return transaction(ctx.db, async (db, first) => {
    refuseIfGone(ctx)
    const inside: Ctx = { ...ctx, db, memory: undefined }
    const { actor, rows } = await confirmAuthority(inside, ctx.memory, queries(inside), {
      callerLock,
      first: [...first, ...locks],
    })
    return run({ ...inside, actor }, rows)
  })
}
