import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'

/**
 * Deletes rows in batches, each in its own transaction, which other writes on SQLite wait for.
 * @param deleteBatch returns whether more rows may be left @param signal ends it after the current batch
 */
export async function deleteInBatches(
  ctx: Ctx,
  signal: AbortSignal,
  deleteBatch: (ctx: Ctx) => Promise<boolean>,
): Promise<void> {
  while (!signal.aborted && (await inTransaction(ctx, deleteBatch))) await yieldToEventLoop()
}
