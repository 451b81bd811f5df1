import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type CompiledQuery, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES, inBatches } from '../../db/queries/chunks.ts'
import { pipelineAll } from '../../db/queries/pipeline.ts'
import { preparedByShape, slot, slotsFor } from '../../db/queries/prepared.ts'
import { fold, foldForSearch } from '../../db/queries/texts.ts'
import { type Reference, referencesToClear } from '../../db/references.ts'
import type { RecordTableName } from '../../db/tables.ts'
import { rowLocks } from '../../db/transactions/row-locks.ts'
import { sent } from '../../db/transactions/sent-statements.ts'
import { enforcesUniqueByIndex, violatedConstraint } from '../../db/transactions/transaction.ts'
import { conflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import {
  type AnyDatabase,
  type AnyRow,
  nounOf,
  type RecordWrite,
  type Resource,
  type Where,
  type WrittenRow,
} from '../define/resource.ts'
import { anyTable, from, limitTo } from '../query/store.ts'
import { storedColumns, storedRow } from '../read/records.ts'
import { recordAction, recordCreation, recordLinksGone, recordUpdate } from './record.ts'

/** Inserts a new record. @throws Refusal 409 if a unique value is taken */
export async function insertRow(ctx: Ctx, resource: Resource, values: Fields): Promise<RecordWrite> {
  const row = newRow(ctx, resource, values)
  await refuseTaken(ctx, resource, row)
  recordCreation(ctx, resource, row)
  const insert = inserts(ctx.db, `${resource.table} ${Object.keys(row)}`, (db) =>
    (db as AnyDatabase).insertInto(resource.table).values(slotsFor(row)).returning(storedColumns(resource)),
  )
  return sendRecord(ctx, resource, insert(ctx.db, row))
}

const inserts = preparedByShape<WrittenRow>()

const sendRecord = (ctx: Ctx, resource: Resource, rows: Promise<WrittenRow[]>): Promise<RecordWrite> =>
  sent(
    ctx.db,
    rows.then(([row]) => row as WrittenRow, throwTaken(ctx, resource)),
  )

/** All column values of a new record, including those that the service sets. */
export function newRow(ctx: Ctx, resource: Resource, values: Fields): Fields & { uuid: string } {
  const now = ctx.now()
  const author = ctx.actor.authorId
  return {
    // What a record seals belongs to its uuid, which is then known before.
    uuid: randomUUIDv7(),
    ...values,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: author,
    updated_by: author,
    ...keysOf(resource, values),
    search_text: searchText(resource, values),
  } as Fields & { uuid: string }
}

/** Updates a record and raises its version. @throws Refusal 409 if a unique value is taken */
export async function updateRow(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  changes: Fields,
): Promise<RecordWrite> {
  if (Object.keys(changes).length === 0) return sendRecord(ctx, resource, storedRow(ctx, resource, row.id))
  const changed: AnyRow = { ...row, ...changes }
  await refuseTaken(ctx, resource, changed, changes)
  recordUpdate(ctx, resource, row, changes)
  return writeRow(ctx, resource, row, {
    ...changes,
    ...keysOf(resource, changes),
    search_text: searchText(resource, changed),
    updated_at: ctx.now(),
    updated_by: ctx.actor.authorId,
  })
}

/** Sets values of a record whose version this transaction has already raised. */
export async function setValues(
  { db }: Ctx,
  { table }: Resource,
  { id }: AnyRow,
  values: Fields,
): Promise<void> {
  await (db as AnyDatabase).updateTable(table).set(values).where('id', '=', id).execute()
}

/** The counts in the entry of a cascade; `in-entry-above`: the record gets no entry, since that of the record above counts it. */
export type Told = Readonly<Record<string, number>> | 'in-entry-above' | undefined

/** Soft-deletes a record. */
export async function trashRow(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  marks: Fields = {},
  told?: Told,
): Promise<void> {
  if (told !== 'in-entry-above') recordAction(ctx, resource, row, 'delete', told)
  await writeRow(ctx, resource, row, { ...marks, deleted_at: ctx.now(), deleted_by: ctx.actor.authorId })
}

/** Restores a soft-deleted record. @throws Refusal 409 if another record now has a unique value */
export async function untrashRow(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  marks: Fields = {},
  told?: Told,
): Promise<void> {
  await refuseTaken(ctx, resource, row)
  if (told !== 'in-entry-above') recordAction(ctx, resource, row, 'restore', told)
  await writeRow(ctx, resource, row, {
    ...marks,
    deleted_at: null,
    deleted_by: null,
    restored_at: ctx.now(),
    updated_at: ctx.now(),
    updated_by: ctx.actor.authorId,
  })
}

/** Sets a column of numbers, of each record to a value of its own, and raises the versions. */
export async function setEach(
  { db }: Ctx,
  table: RecordTableName,
  column: string,
  values: readonly (readonly [id: number, value: number])[],
): Promise<void> {
  for await (const some of inBatches(values)) {
    const rows = some.map(([id, value]) => sql`(cast(${id} as bigint), cast(${value} as bigint))`)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = each_one.column2, version = version + 1
      from (values ${sql.join(rows)}) as each_one where ${sql.table(table)}.id = each_one.column1`.execute(db)
  }
}

/**
 * Deletes the row permanently. First deletes its links and sets references to it to null, in batches; foreign keys do the
 * same with what is left.
 */
export async function deleteRow(ctx: Ctx, resource: Resource, row: AnyRow): Promise<void> {
  const { table } = resource
  await recordLinksGone(ctx, resource, row)
  for (const reference of await referencesToClear(ctx.db, table)) await clearReference(ctx, reference, row.id)
  recordAction(ctx, resource, row, 'destroy')
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

/** Makes the same change to many records, without their rules, and raises their versions. */
export async function updateRows(
  ctx: Ctx,
  resource: Resource,
  ids: readonly number[],
  changes: Fields,
): Promise<void> {
  const stamp = { updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  for await (const some of inBatches(ids)) {
    await (ctx.db as AnyDatabase)
      .updateTable(resource.table)
      .set((eb: AnyDatabase) => ({ ...changes, ...stamp, version: eb('version', '+', 1) }))
      .where('id', 'in', some)
      .execute()
      .catch(throwTaken(ctx, resource))
  }
}

/** Sets a column of all records that match to null, and raises their versions. Nothing is recorded. */
export async function clearColumn(
  { db }: Ctx,
  { table }: Resource,
  column: string,
  where: Where,
): Promise<void> {
  const some = limitTo(
    from(db, table).select('id').where(where).where(column, 'is not', null),
    BATCH_SIZES.rows,
  )
  for (;;) {
    const { numUpdatedRows: count } = await (db as AnyDatabase)
      .updateTable(table)
      .set((eb: AnyDatabase) => ({ [column]: null, version: eb('version', '+', 1) }))
      .where('id', 'in', some)
      .executeTakeFirst()
    if (Number(count) < BATCH_SIZES.rows) return
    await yieldToEventLoop()
  }
}

/** Raises the version of records whose links changed, so that older ETags no longer match. */
export const touchRows = (ctx: Ctx, table: RecordTableName, ids: readonly number[]): Promise<void> =>
  pipelineAll(ctx.db, touches(ctx, table, ids))

const singleTouch = preparedByShape()

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
    yield singleTouch(db, table, () => touch([slot('id')])).of(db, { id: ids[0] })
    return
  }
  for await (const some of inBatches(ids)) {
    yield* rowLocks(db, table, some)
    yield touch(some).compile()
  }
}

async function writeRow(ctx: Ctx, resource: Resource, row: AnyRow, values: Fields): Promise<RecordWrite> {
  const changes: Fields = { ...values, version: row.version + 1 }
  const update = updates(ctx.db, `${resource.table} ${Object.keys(changes)}`, (db) =>
    (db as AnyDatabase)
      .updateTable(resource.table)
      .set(slotsFor(changes))
      .where('id', '=', slot('id'))
      .returning(storedColumns(resource)),
  )
  return sendRecord(ctx, resource, update(ctx.db, { ...changes, id: row.id }))
}

const updates = preparedByShape<WrittenRow>()

function keysOf({ caseless = [] }: Resource, values: Fields): Fields {
  const given = (caseless as readonly string[]).filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [`${name}_key`, fold(values[name] as string)]))
}

const searchText = (resource: Resource, row: Fields): string =>
  resource
    .search(row as never)
    .filter((part) => part !== null && part !== undefined)
    .map((part) => foldForSearch(part as string))
    .join('\n')

/**
 * Compares unique values with those of other live records; with `changes`, only the changed ones. On PostgreSQL the unique
 * indices decide instead, since the uncommitted values of other transactions are not visible.
 */
async function refuseTaken(ctx: Ctx, resource: Resource, row: Fields, changes?: Fields): Promise<void> {
  if (enforcesUniqueByIndex(ctx.db)) return
  const keys = keysOf(resource, row)
  for (const { field, columns, nullsEqual } of resource.unique) {
    const names = columns as readonly string[]
    if (changes && !names.some((name) => changes[name] !== undefined)) continue
    const values = names.map((name) => keys[`${name}_key`] ?? row[name] ?? null)
    if (values.includes(null) && !nullsEqual) continue
    const eb = anyTable()
    const known = Object.fromEntries(values.map((value, index) => [`value ${index}`, value]))
    const shape = `${resource.table} ${field} ${values.map((value) => value === null)} ${row.id === undefined}`
    const others = lookUps(ctx.db, shape, (db) => {
      const same = names.map((name, index) => {
        const column = `${name}_key` in keys ? `${name}_key` : name
        return values[index] === null ? eb(column, 'is', null) : eb(column, '=', slot(`value ${index}`))
      })
      const own = row.id === undefined ? [] : [eb('id', '!=', slot('id'))]
      return from(db, resource.table)
        .where(eb.and([...same, ...own, eb('deleted_at', 'is', null)]))
        .select('id')
    })
    const [taken] = await others(ctx.db, { ...known, id: row.id })
    if (taken) throw valueTaken(resource, field)
  }
}

const lookUps = preparedByShape()

/** Converts a violation of a unique index to a refusal. An index is named after its table and field. */
const throwTaken =
  ({ db }: Ctx, resource: Resource) =>
  (error: unknown): never => {
    const constraint = violatedConstraint(db, error)
    const taken = resource.unique.find(({ field }) => constraint === `${resource.table}_${field}_live`)
    throw taken ? valueTaken(resource, taken.field) : error
  }

export const valueTaken = (resource: Resource, field: string) =>
  conflict(`${field}_taken`, say`Another ${nounOf(resource)} already has this ${field}.`, field)
