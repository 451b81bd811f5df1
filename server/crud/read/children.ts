import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { readIds } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { tableState } from '../../db/table-states.ts'
import { say } from '../../messages/say.ts'
import type { ReadRecord } from '../../values/read-record.ts'
import { leastBytes } from '../define/columns.ts'
import { pluralOf, type Resource } from '../define/resource.ts'
import type { Trashed } from '../query/list-query.ts'
import { complete } from './complete.ts'
import { forEachInBatches, recordsByIds } from './records.ts'

/**
 * Adds `children`, nested to any depth. One query finds all ids before any record is read.
 * @throws Refusal 400, 503 beyond the budget
 */
export async function addChildren(
  ctx: Ctx,
  resource: Resource,
  roots: readonly ReadRecord[],
  trashed: Trashed,
  budget: AnswerBudget,
): Promise<void> {
  if (roots.length === 0) return
  const embedding: Embedding = {
    what: say`with_children of these ${pluralOf(resource)}`,
    instead: say`Ask for fewer roots a page (per_page), or read one level after the other: GET /api/${resource.name}/{id}/relationships/children.`,
  }
  const rootIds = roots.map(({ id }) => id)
  const ids = await idsBelow(ctx, resource, rootIds, trashed, budget.records)
  budget.embed(ids.length, leastBytes(resource), embedding)
  const found = await recordsByIds(ctx, resource, ids, { budget, embedding })
  const below = ids.flatMap((id) => found.get(id) ?? [])
  await complete(ctx, resource, below, budget)
  const lists = new Map<unknown, ReadRecord[]>()
  const listOf = (id: unknown): ReadRecord[] => {
    const list = lists.get(id) ?? []
    lists.set(id, list)
    return list
  }
  for (const root of roots) root.added.children = listOf(root.id)
  await forEachInBatches(below, budget, (record) => {
    record.added.children = listOf(record.id)
    listOf(record.row.parent_id).push(record)
  })
}

/** Ids of all descendants, sorted; at most `most` + 1, so that the caller detects an excess. */
async function idsBelow(
  ctx: Ctx,
  { table }: Resource,
  rootIds: readonly number[],
  trashed: Trashed,
  most: number,
): Promise<number[]> {
  const which = (name: string) =>
    trashed === 'true'
      ? sql``
      : trashed === 'only'
        ? sql`and ${sql.ref(`${name}.deleted_at`)} is not null`
        : sql`and ${sql.ref(`${name}.deleted_at`)} is null`
  const below = sql`(with recursive below (id) as (
      select child.id from ${sql.table(table)} child where child.parent_id in (${sql.join(rootIds)}) ${which('child')}
      union all
      select child.id from below join ${sql.table(table)} child on child.parent_id = below.id where 1 = 1 ${which('child')})
    select id from below limit ${most + 1})`
  const db = await scanDb(ctx, await tableState(ctx, table))
  return [...(await readIds(db, below)).sort()]
}
