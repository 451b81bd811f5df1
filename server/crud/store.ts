import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type Expression,
  expressionBuilder,
  type OrderByItemBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Ctx } from '../access/context.ts'
import { A_TURN, turns } from '../db/chunks.ts'
import { violatedConstraint } from '../db/connect.ts'
import { preparedByShape, slot } from '../db/prepared.ts'
import { locking, type RowLock, rowLocks } from '../db/row-locks.ts'
import type { Db, RecordTableName } from '../db/tables.ts'
import { fold } from '../db/texts.ts'
import { carryOut } from '../db/together.ts'
import { indicesDecide } from '../db/transaction.ts'
import { conflict } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'
import { columnsOf } from './columns.ts'
import { type AnyDatabase, type AnyRow, nounOf, type Resource, type Where } from './resource.ts'

/** Builds expressions on a table known at run time. */
export const anyTable = () => expressionBuilder<AnyDatabase, AnyDatabase>()

/** Every stored column of the live or trashed rows that match, oldest first. For writes: they are locked. */
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

/** The same of rows of which there may be a hundred thousand: some at a time, and other requests have their turn between. */
export async function storedRowsInTurns(ctx: Ctx, table: RecordTableName, where: Where): Promise<AnyRow[]> {
  const found: AnyRow[] = []
  for (let last = 0; ; ) {
    const eb = anyTable()
    const after = eb.and([where, eb('id', '>', last)])
    const some = await storedRows(ctx, table, after, { limit: A_TURN.whole })
    for (const row of some) found.push(row)
    if (some.length < A_TURN.whole) return found
    last = (some.at(-1) as AnyRow).id
    await nextTurn()
  }
}

/**
 * A limit written into the statement: SQLite plans a statement anew whenever the value of a bound limit is set,
 * which costs more than most reads (measured: 7 µs against 45 µs for one user).
 */
export const limitTo = (query: AnyDatabase, count: number, offset = 0): AnyDatabase => {
  const limited = query.limit(sql.lit(count))
  return offset === 0 ? limited : limited.offset(sql.lit(offset))
}

/** In the order asked for, and what holds nothing before all else: SQLite's way, which PostgreSQL must be told. */
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

/** Stores a new record. @returns its id @throws Refusal 409 when a unique value is taken */
export async function insertRow(ctx: Ctx, resource: Resource, values: Fields): Promise<number> {
  const row = newRow(ctx, resource, values)
  await refuseTaken(ctx, resource, row)
  const insert = (ctx.db as AnyDatabase).insertInto(resource.table).values(row).returning('id')
  const { id } = await insert.executeTakeFirstOrThrow().catch(toldAsTaken(resource))
  return id as number
}

/** A new record's values, and all that the service adds to them. */
export function newRow(ctx: Ctx, resource: Resource, values: Fields): Fields & { uuid: string } {
  const now = ctx.now()
  const author = ctx.actor.authorId
  return {
    ...values,
    uuid: randomUUIDv7(),
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: author,
    updated_by: author,
    ...keysOf(resource, values),
    search_text: searchText(resource, values),
  }
}

/** Changes a record; its version grows. @throws Refusal 409 when a unique value is taken */
export async function updateRow(ctx: Ctx, resource: Resource, row: AnyRow, changes: Fields): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const changed: AnyRow = { ...row, ...changes }
  await refuseTaken(ctx, resource, changed, changes)
  await writeRow(ctx, resource, row, {
    ...changes,
    ...keysOf(resource, changes),
    search_text: searchText(resource, changed),
    updated_at: ctx.now(),
    updated_by: ctx.actor.authorId,
  })
}

/** Soft-deletes a record. */
export async function trashRow(ctx: Ctx, resource: Resource, row: AnyRow, marks: Fields = {}): Promise<void> {
  await writeRow(ctx, resource, row, { ...marks, deleted_at: ctx.now(), deleted_by: ctx.actor.authorId })
}

/** Brings a soft-deleted record back. @throws Refusal 409 when a unique value was taken meanwhile */
export async function untrashRow(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  marks: Fields = {},
): Promise<void> {
  await refuseTaken(ctx, resource, row)
  await writeRow(ctx, resource, row, {
    ...marks,
    deleted_at: null,
    deleted_by: null,
    restored_at: ctx.now(),
    updated_at: ctx.now(),
    updated_by: ctx.actor.authorId,
  })
}

/** Changes many records alike, where their own rules have nothing to say; their versions grow. */
export async function updateRows(
  ctx: Ctx,
  resource: Resource,
  ids: readonly number[],
  changes: Fields,
): Promise<void> {
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  for await (const some of turns(ids)) {
    await (ctx.db as AnyDatabase)
      .updateTable(resource.table)
      .set((eb: AnyDatabase) => ({ ...changes, ...stamp, version: eb('version', '+', 1) }))
      .where('id', 'in', some)
      .execute()
      .catch(toldAsTaken(resource))
  }
}

/** Grows the version of records whose links changed: to whoever holds an ETag of theirs, they are not the same. */
export const touchRows = (ctx: Ctx, table: RecordTableName, ids: readonly number[]): Promise<void> =>
  carryOut(ctx.db, touches(ctx, table, ids))

const touchesOfOne = preparedByShape()

/** The statements of {@link touchRows}. */
export async function* touches(
  { db }: Ctx,
  table: RecordTableName,
  ids: readonly number[],
): AsyncGenerator<CompiledQuery> {
  const touch = (ids: readonly unknown[]) =>
    (db as AnyDatabase)
      .updateTable(table)
      .set((eb: AnyDatabase) => ({ version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
  if (ids.length === 1) {
    yield touchesOfOne(table, () => touch([slot('id')])).of(db, { id: ids[0] })
    return
  }
  for await (const some of turns(ids)) {
    yield* rowLocks(db, table, some)
    yield touch(some).compile()
  }
}

async function writeRow(ctx: Ctx, resource: Resource, row: AnyRow, values: Fields): Promise<void> {
  await (ctx.db as AnyDatabase)
    .updateTable(resource.table)
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
    .catch(toldAsTaken(resource))
}

function keysOf({ caseless = [] }: Resource, values: Fields): Fields {
  const given = (caseless as readonly string[]).filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [`${name}_key`, fold(values[name] as string)]))
}

/** SQLite takes no longer patterns, in bytes; no text that fits a field makes one as long. */
const MAX_PATTERN = 50_000

/** Folded text holds this text, in which `%` and `_` are ordinary characters. */
export function containsText(folded: Expression<unknown>, text: string): Where {
  const pattern = `%${fold(text).replaceAll(/[\\%_]/g, '\\$&')}%`
  if (Buffer.byteLength(pattern) > MAX_PATTERN) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`${folded} like ${pattern} escape '\\'`
}

const searchText = (resource: Resource, row: Fields): string =>
  resource
    .search(row as never)
    .filter((part) => part !== null && part !== undefined)
    .map((part) => fold(part as string))
    .join('\n')

/**
 * Compares unique values with those of other live records; only those that `changes` touches, if given. On PostgreSQL
 * the unique indices decide instead: what another transaction is about to take cannot be looked up.
 */
async function refuseTaken(ctx: Ctx, resource: Resource, row: Fields, changes?: Fields): Promise<void> {
  if (indicesDecide(ctx.db)) return
  const keys = keysOf(resource, row)
  for (const { field, columns, nullsEqual } of resource.unique) {
    const names = columns as readonly string[]
    if (changes && !names.some((name) => changes[name] !== undefined)) continue
    const values = names.map((name) => keys[`${name}_key`] ?? row[name] ?? null)
    if (values.includes(null) && !nullsEqual) continue
    const eb = anyTable()
    const same = names.map((name, index) => {
      const column = `${name}_key` in keys ? `${name}_key` : name
      return values[index] === null ? eb(column, 'is', null) : eb(column, '=', values[index])
    })
    const own = row.id === undefined ? [] : [eb('id', '!=', row.id)]
    const taken = await from(ctx.db, resource.table)
      .where(eb.and([...same, ...own, eb('deleted_at', 'is', null)]))
      .select('id')
      .executeTakeFirst()
    if (taken) throw takenBy(resource, field)
  }
}

/** Says which value is taken where a unique index refused it. An index is named after its table and the field. */
const toldAsTaken =
  (resource: Resource) =>
  (error: unknown): never => {
    const constraint = violatedConstraint(error)
    const taken = resource.unique.find(({ field }) => constraint === `${resource.table}_${field}_live`)
    throw taken ? takenBy(resource, taken.field) : error
  }

export const takenBy = (resource: Resource, field: string) =>
  conflict(`${field}_taken`, say`Another ${nounOf(resource)} has this ${field}.`, field)
