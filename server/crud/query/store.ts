import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Expression, expressionBuilder, type OrderByItemBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import { fold } from '../../db/queries/texts.ts'
import type { Db, RecordTableName } from '../../db/tables.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { columnsOf } from '../define/columns.ts'
import type { AnyDatabase, AnyRow, Resource, Where } from '../define/resource.ts'

const BUILDER = expressionBuilder<AnyDatabase, AnyDatabase>()

/** Builds expressions on a table known at run time. */
export const anyTable = () => BUILDER

/** All columns of the matching rows, live or trashed, oldest first. For writes: locks the rows. */
export async function storedRows(
  ctx: Ctx,
  table: RecordTableName,
  where: Where,
  { limit, lock = 'update' }: { limit?: number; lock?: RowLock } = {},
): Promise<AnyRow[]> {
  const query = locking(
    ctx.db,
    from(ctx.db, table).selectAll(table).where(where).orderBy(`${table}.id`),
    lock,
  )
  return (await (limit === undefined ? query : limitTo(query, limit)).execute()) as AnyRow[]
}

/** Like {@link storedRows}, for up to a hundred thousand rows: in batches, between which the event loop serves other requests. */
export async function storedRowsInBatches(ctx: Ctx, table: RecordTableName, where: Where): Promise<AnyRow[]> {
  const found: AnyRow[] = []
  for (let last = 0; ; ) {
    const eb = anyTable()
    const after = eb.and([where, eb('id', '>', last)])
    const some = await storedRows(ctx, table, after, { limit: BATCH_SIZES.wholeRows })
    for (const row of some) found.push(row)
    if (some.length < BATCH_SIZES.wholeRows) return found
    last = (some.at(-1) as AnyRow).id
    await yieldToEventLoop()
  }
}

/**
 * Writes the limit into the statement: SQLite plans a statement again whenever a bound limit is set, which costs more
 * than most reads (measured for one user: 45 µs instead of 7 µs).
 */
export const limitTo = (query: AnyDatabase, count: number, offset = 0): AnyDatabase => {
  const limited = query.limit(sql.lit(count))
  return offset === 0 ? limited : limited.offset(sql.lit(offset))
}

/** Sorts with nulls first when ascending: the default of SQLite, but not of PostgreSQL. */
export function inOrderOf(
  query: AnyDatabase,
  column: string | Expression<unknown>,
  { direction, isNullable = false }: { direction: 'asc' | 'desc'; isNullable?: boolean },
): AnyDatabase {
  if (!isNullable) return query.orderBy(column, direction)
  return query.orderBy(column, (order: OrderByItemBuilder) =>
    direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
  )
}

export async function countRows(ctx: Ctx, table: RecordTableName, where: Where): Promise<number> {
  const { count } = await from(ctx.db, table)
    .where(where)
    .select((eb: AnyDatabase) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Readable columns of the resource. */
export const selectReadable = (ctx: Ctx, resource: Resource) =>
  from(ctx.db, resource.table).select(
    columnsOf(resource).readable.map((column) => `${resource.table}.${column}`),
  )

export const from = (db: Db, table: RecordTableName): AnyDatabase => (db as AnyDatabase).selectFrom(table)

/** SQLite's limit, in bytes. The text of any field is shorter. */
const MAX_PATTERN_BYTES = 50_000

/** Whether the folded text contains this text; `%` and `_` are ordinary characters. */
export function containsText(folded: Expression<unknown>, text: string): Where {
  const pattern = `%${fold(text).replaceAll(/[\\%_]/g, '\\$&')}%`
  if (Buffer.byteLength(pattern) > MAX_PATTERN_BYTES) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`${folded} like ${pattern} escape '\\'`
}
