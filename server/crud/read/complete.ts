import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { prepared, slot } from '../../db/queries/prepared.ts'
import type { RecordTableName } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'
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
    for (const column of contact) record[column] = undefined
  }
}

/** Adds references such as a taxonomy's `type` and `parent`: one query per reference, not per record. */
async function embedReferences(ctx: Ctx, resource: Resource, records: Fields[]): Promise<void> {
  for (const [name, { to, column, by }] of Object.entries(resource.references ?? {})) {
    if (by !== 'any') continue
    const found = await shortRecords(
      ctx,
      resourceNamed(ctx, to).table,
      ['id', 'uuid', 'name', 'slug'],
      idsIn(records, [column]),
    )
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

const authorsQuery = prepared<Fields>((db) =>
  db
    .selectFrom('users')
    .where('id', 'in', [slot('created_by'), slot('updated_by'), slot('deleted_by')])
    .select(['id', 'uuid', 'first_name', 'last_name', 'email']),
)

/** Adds `created_by_user`, `updated_by_user` and `deleted_by_user` in short form, unless they are already included. */
export async function embedAuthors(ctx: Ctx, record: Fields): Promise<void> {
  const { created_by, updated_by, deleted_by } = record
  const authors = { created_by, updated_by, deleted_by }
  const isUnknown = Object.values(authors).every((id) => id === null)
  const users = isUnknown ? [] : await authorsQuery(ctx.db, authors)
  if (!canSeeContacts(ctx)) {
    for (const user of users) if (user.id !== ctx.actor.userId) user.email = undefined
  }
  for (const [name, id] of Object.entries(authors)) {
    record[`${name}_user`] ??= users.find((user) => user.id === id) ?? null
  }
}

const idsIn = (records: Fields[], columns: readonly string[]): number[] =>
  [...new Set(records.flatMap((record) => columns.map((column) => record[column] as number | null)))].filter(
    (id) => id !== null,
  )

async function shortRecords(ctx: Ctx, table: RecordTableName, columns: string[], ids: number[]) {
  if (ids.length === 0) return new Map<number, Fields>()
  const rows: Fields[] = await from(ctx.db, table)
    .select(columns)
    .where(anyTable()('id', 'in', ids))
    .execute()
  return new Map(rows.map((row) => [row.id as number, row]))
}
