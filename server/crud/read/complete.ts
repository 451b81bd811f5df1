import { ACTORS } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { Fields } from '../../values/fields.ts'
import { columnsOf } from '../define/columns.ts'
import { type Resource, resourceNamed } from '../define/resource.ts'
import { anyTable, from } from '../query/store.ts'

/** Records per batch. */
const BATCH = 500

/** Completes records of a response: adds counts and short references, hides contact details. */
export async function complete(
  ctx: Ctx,
  resource: Resource,
  records: Fields[],
  budget?: AnswerBudget,
): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    if (start > 0) await budget?.nextSlice()
    const some = records.length <= BATCH ? records : records.slice(start, start + BATCH)
    await embedCounts(ctx, resource, some)
    await embedReferences(ctx, resource, some)
    hideContacts(ctx, resource, some)
  }
}

/** Removes contact details from other users' records, for callers who may not see them. */
function hideContacts(ctx: Ctx, resource: Resource, records: Fields[]): void {
  const { contact, ownerColumn } = resource
  if (!contact || canSeeContacts(ctx)) return
  for (const record of records) {
    if (ownerColumn && record[ownerColumn] === ctx.actor.userId) continue
    // Undefined instead of `delete`: both are omitted from JSON, but the object keeps its hidden class.
    for (const column of contact) if (column in record) record[column] = undefined
  }
}

/** Adds references such as a taxonomy's `type` and `parent`: one query per reference, not per record. */
async function embedReferences(ctx: Ctx, resource: Resource, records: Fields[]): Promise<void> {
  for (const [name, { to, column, by }] of Object.entries(resource.references ?? {})) {
    if (by !== 'any') continue
    const found = await shortRecords(ctx, resourceNamed(ctx, to), idsIn(records, column))
    for (const record of records) record[name] = found.get(record[column] as number) ?? null
  }
}

/** Adds counts, such as a role's `count_users`. */
async function embedCounts(ctx: Ctx, { counted }: Resource, records: Fields[]): Promise<void> {
  if (!counted || records.length === 0) return
  const ids = records.map(({ id }) => id as number)
  for (const [name, count] of Object.entries(counted)) {
    const counts = await count(ctx, ids)
    for (const [index, record] of records.entries()) record[name] = counts[index]
  }
}

const authorsQueries = preparedByShape<Fields>()

/** Adds `created_by_user`, `updated_by_user` and `deleted_by_user` in short form, unless they are already included. */
export async function embedAuthors(ctx: Ctx, record: Fields): Promise<void> {
  const { created_by, updated_by, deleted_by } = record
  const ids = { created_by, updated_by, deleted_by }
  const isUnknown = Object.values(ids).every((id) => id === null)
  const authors = isUnknown ? [] : await readAuthors(ctx, ids)
  for (const [name, id] of Object.entries(ids)) {
    record[`${name}_user`] ??= authors.find((author) => author.id === id) ?? null
  }
}

async function readAuthors(ctx: Ctx, ids: Fields): Promise<Fields[]> {
  const resource = resourceNamed(ctx, ACTORS)
  const query = authorsQueries(ctx.db, 'authors', (db) =>
    from(db, resource.table).where('id', 'in', Object.keys(ids).map(slot)).select(columnsOf(resource).short),
  )
  const authors = await query(ctx.db, ids)
  hideContacts(ctx, resource, authors)
  return authors
}

const idsIn = (records: Fields[], column: string): number[] =>
  [...new Set(records.map((record) => record[column] as number | null))].filter((id) => id !== null)

async function shortRecords(ctx: Ctx, resource: Resource, ids: number[]): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map()
  const rows: Fields[] = await from(ctx.db, resource.table)
    .select(columnsOf(resource).short)
    .where(anyTable()('id', 'in', ids))
    .execute()
  return new Map(rows.map((row) => [row.id as number, row]))
}
