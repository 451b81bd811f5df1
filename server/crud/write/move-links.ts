import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import { beginNow } from '../../audit/past.ts'
import type { RecordTableName } from '../../db/tables.ts'
import type { AnyDatabase, Links } from '../define/resource.ts'
import { touchRows } from './rows.ts'

/** Links moved between two yields. Larger batches are faster on PostgreSQL, whose scans pass over deleted links. */
const LINKS_PER_BATCH = 1000

/**
 * Moves the links of one record to another record of the same table, unchanged. If a record on the other side has links to
 * both, its link to this record is deleted.
 * @param links `from` is the column of the other side, whose records are in `table`
 * @param ids the records on the side of `links.to`
 * @returns how many links the record had
 */
export async function moveLinks(
  ctx: Ctx,
  links: Links,
  table: RecordTableName,
  ids: { from: number; into: number },
): Promise<number> {
  for (let count = 0; ; ) {
    const some = await nextOtherIds(ctx, links, ids.from)
    if (some.length === 0) return count
    count += some.length
    // Touched first, which locks the rows: triggers count the links of live records.
    await touchRows(ctx, table, some)
    await moveBatch(ctx, links, ids, some)
    await yieldToEventLoop()
  }
}

async function nextOtherIds({ db }: Ctx, { table, from, to }: Links, id: number): Promise<number[]> {
  const rows: { id: number }[] = await (db as AnyDatabase)
    .selectFrom(table)
    .where(to, '=', id)
    .select(`${from} as id`)
    .orderBy(from)
    .limit(LINKS_PER_BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Inserts and deletes instead of updating: caches of a term's users are valid until links are added or removed. No entry tells of
 * each link, so the past is told when it began.
 */
async function moveBatch(
  ctx: Ctx,
  { table, from, to }: Links,
  ids: { from: number; into: number },
  some: readonly number[],
): Promise<void> {
  const db: AnyDatabase = ctx.db
  const links: object[] = await db
    .selectFrom(table)
    .where(to, '=', ids.from)
    .where(from, 'in', some)
    .select([from, 'is_active', 'expires_at', 'created_by', 'created_at'])
    .execute()
  const stamp = { [to]: ids.into, updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  const made: { id: number }[] = await db
    .insertInto(table)
    .values(links.map((link) => ({ ...link, ...stamp })))
    .onConflict((conflict: AnyDatabase) => conflict.columns([from, to]).doNothing())
    .returning('id')
    .execute()
  await beginNow(
    ctx.db,
    table,
    made.map(({ id }) => id),
  )
  await db.deleteFrom(table).where(to, '=', ids.from).where(from, 'in', some).execute()
}
