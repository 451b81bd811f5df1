import { ACTORS } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import type { StoredRecord } from '../../db/cache/stored-record.ts'
import type { ReadRecord } from '../../values/read-record.ts'
import { AUTHORS } from '../define/relations.ts'
import { type Resource, resourceNamed } from '../define/resource.ts'
import { recordsInShort, shownTo } from './records.ts'

/** Records per batch. */
const BATCH = 500

/** Completes records of a response: adds counts and short references. */
export async function complete(
  ctx: Ctx,
  resource: Resource,
  records: readonly ReadRecord[],
  budget?: AnswerBudget,
): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    if (start > 0) await budget?.nextSlice()
    const some = records.length <= BATCH ? records : records.slice(start, start + BATCH)
    await addCounts(ctx, resource, some)
    await addReferences(ctx, resource, some)
  }
}

/** One stored record, complete, as the caller may see it. */
export async function completed(ctx: Ctx, resource: Resource, stored: StoredRecord): Promise<ReadRecord> {
  const record = shownTo(ctx, resource, stored)
  await complete(ctx, resource, [record])
  return record
}

/** References such as a taxonomy's `type` and `parent`: one query per reference, not per record. */
async function addReferences(ctx: Ctx, resource: Resource, records: readonly ReadRecord[]): Promise<void> {
  for (const [name, { to, column, by }] of Object.entries(resource.references ?? {})) {
    if (by !== 'any') continue
    const ids = idsIn(records.map(({ row }) => row[column]))
    const found = await recordsInShort(ctx, resourceNamed(ctx, to), ids)
    for (const { row, added } of records) added[name] = found.get(row[column] as number) ?? null
  }
}

/** Counts, such as a role's `count_users`. */
async function addCounts(ctx: Ctx, { counted }: Resource, records: readonly ReadRecord[]): Promise<void> {
  if (!counted || records.length === 0) return
  const ids = records.map(({ id }) => id)
  for (const [name, count] of Object.entries(counted)) {
    const counts = await count(ctx, ids)
    for (const [index, { added }] of records.entries()) added[name] = counts[index]
  }
}

/** Adds `created_by_user`, `updated_by_user` and `deleted_by_user` in short form, unless they are already included. */
export async function addAuthors(ctx: Ctx, { row, added }: ReadRecord): Promise<void> {
  const authors = Object.values(AUTHORS)
  const found = await recordsInShort(
    ctx,
    resourceNamed(ctx, ACTORS),
    idsIn(authors.map(({ column }) => row[column])),
  )
  for (const { as, column } of authors) added[as] ??= found.get(row[column] as number) ?? null
}

const idsIn = (values: readonly unknown[]): number[] => [
  ...new Set(values.filter((value): value is number => value !== null)),
]
