import { pipeline, type Queries, type RowsOf } from '../db/queries/pipeline.ts'
import type { Db } from '../db/tables.ts'
import { type Lock, takeLocks } from '../db/transactions/locks.ts'
import { transaction } from '../db/transactions/transaction.ts'
import { ANONYMOUS } from './actor.ts'
import { afterCommitOf, doAtEnd } from './at-end.ts'
import { confirmAuthority } from './authority.ts'
import { type Ctx, refuseIfGone } from './context.ts'
import { sqlAnswers } from './sql/answers.ts'

interface TransactionOptions {
  callerLock?: Lock['mode']
  locks?: readonly Lock[]
  /** See {@link transaction}. */
  isLong?: boolean | undefined
}

/**
 * Runs a transaction after checking the caller's authority again. Use only the callback's own `ctx` inside: it has the
 * actor that was checked again. A read on the outer `ctx` does not see the transaction's writes; on SQLite, which has a
 * single writer, a write on it would wait for ever (in a database in memory a read too).
 * @param options `locks`: known from the request; `callerLock`: `exclusive` if the write usually removes the caller's own
 * authority, since two concurrent writes with a shared lock each would conflict and be retried. It has no effect in a
 * transaction that already runs, which holds the shared lock: two of them could deadlock while they wait for the other one
 * @throws Refusal 401, 403 if the caller's authority has ended since the request arrived
 */
export const inTransaction = <T>(
  ctx: Ctx,
  run: (ctx: Ctx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => inTransactionReading(ctx, () => ({}), run, options)

/**
 * The same for an operation that begins with reads: on PostgreSQL its queries are pipelined with the check of the caller,
 * in one round trip.
 * @param queries by name, in the order in which they run. Receives the `ctx` of the transaction, still with the actor of the
 * request @param run also receives the rows of the queries, by the same names
 */
export async function inTransactionReading<T, Rows>(
  ctx: Ctx,
  queries: (ctx: Ctx) => Queries<Rows>,
  run: (ctx: Ctx, rows: RowsOf<Rows>) => Promise<T>,
  { callerLock = 'shared', locks = [], isLong }: TransactionOptions = {},
): Promise<T> {
  if (ctx.db.isTransaction) {
    await takeLocks(ctx.db, locks)
    return run(ctx, await pipeline(ctx.db, queries(ctx)))
  }
  ctx.endLongReads?.()
  const begin = async (db: Db, first: readonly Lock[]) => {
    refuseIfGone(ctx)
    const inside: Ctx = { ...ctx, db, access: sqlAnswers, records: undefined, beginLongRead: undefined }
    const { actor, rows } = await confirmAuthority(inside, ctx.access, queries(inside), {
      callerLock,
      first: [...first, ...locks],
    })
    const result = await run({ ...inside, actor }, rows)
    await doAtEnd({ ...inside, actor })
    return { result, inside }
  }
  const { result, inside } = await transaction(ctx.db, begin, { isLong })
  for (const run of afterCommitOf(inside)) run()
  return result
}

/**
 * Runs a transaction as an anonymous actor, to count what a request tries: even if the client has disconnected, or the
 * caller's authority has ended.
 */
export const inAnonymousTransaction = <T>(
  { db, registry, now, ip, onRecorded }: Ctx,
  run: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  inTransaction({ db, registry, now, ip, onRecorded, access: sqlAnswers, actor: ANONYMOUS }, run)
