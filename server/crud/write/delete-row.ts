import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import { type Reference, referencesToClear } from '../../db/references.ts'
import type { AnyDatabase, AnyRow, Resource } from '../define/resource.ts'
import { limitTo } from '../query/store.ts'

/**
 * Deletes the row permanently. First deletes its links and sets references to it to null, in batches; foreign keys do the
 * same with what is left.
 */
export async function deleteRow(ctx: Ctx, { table }: Resource, row: AnyRow): Promise<void> {
  for (const reference of await referencesToClear(ctx.db, table)) await clearReference(ctx, reference, row.id)
  await (ctx.db as AnyDatabase).deleteFrom(table).where('id', '=', row.id).execute()
}

async function clearReference(ctx: Ctx, { table, column, isOwned }: Reference, id: number): Promise<void> {
  const db: AnyDatabase = ctx.db
  const some = limitTo(db.selectFrom(table).select('id').where(column, '=', id), BATCH_SIZES.rows)
  const clear = isOwned ? db.deleteFrom(table) : db.updateTable(table).set({ [column]: null })
  for (;;) {
    const { numDeletedRows, numUpdatedRows } = await clear.where('id', 'in', some).executeTakeFirst()
    if (Number(numDeletedRows ?? numUpdatedRows) < BATCH_SIZES.rows) return
    await yieldToEventLoop()
  }
}
