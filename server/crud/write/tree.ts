import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES, chunks, inBatches } from '../../db/queries/chunks.ts'
import { type Lock, takeLocks } from '../../db/transactions/locks.ts'
import { conflict } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { type AnyRow, nounOf, type Resource, slugToRead } from '../define/resource.ts'
import { anyTable, countRows, storedRows, storedRowsInBatches } from '../query/store.ts'
import { type Told, trashRow, untrashRow } from './rows.ts'

/**
 * Locks against concurrent moves and deletes in a tree. Acquire them before any row of the tree, so that two moves can
 * neither create a loop nor deadlock. All trees share a lock: deleting a record may delete records of another tree.
 */
export const locksOfTree = ({ tree }: Resource): readonly Lock[] =>
  tree ? [{ space: 'trees', mode: 'exclusive' }] : []

/** Acquires {@link locksOfTree}. */
export const lockTree = (ctx: Ctx, resource: Resource): Promise<void> =>
  takeLocks(ctx.db, locksOfTree(resource))

/** Whether an update may change the position of a record in its tree. */
export const movesInTree = ({ tree }: Resource, changes: Fields): boolean =>
  tree?.movedBy.some((name) => changes[name] !== undefined) ?? false

/** All descendants, level by level. `which` selects live rows or those of one deletion. */
export async function descendants(
  ctx: Ctx,
  resource: Resource,
  ids: number[],
  which: Which,
): Promise<AnyRow[]> {
  const found: AnyRow[] = []
  let level = ids
  for (let depth = 1; level.length > 0; depth++) {
    if (depth % BATCH_SIZES.records === 0) await yieldToEventLoop()
    const rows: AnyRow[] = []
    for (const ids of chunks(level)) {
      const eb = anyTable()
      const below = eb.and([eb('parent_id', 'in', ids), whichCondition(which)])
      for (const row of await storedRowsInBatches(ctx, resource.table, below)) rows.push(row)
    }
    for (const row of rows) found.push(row)
    level = rows.map((row) => row.id)
  }
  return found
}

export type Which = 'live' | { deletion: string }

export const whichCondition = (which: Which) =>
  which === 'live' ? anyTable()('deleted_at', 'is', null) : anyTable()('deletion', '=', which.deletion)

/** An id that marks all rows of one deletion. */
export const newDeletionId = () => randomUUIDv7()

/** Refuses a parent that is the record itself or its descendant. @throws Refusal 409 */
export async function refuseLoop(ctx: Ctx, resource: Resource, id: number, parentId: number): Promise<void> {
  if (await isBelow(ctx, resource.table, parentId, id))
    throw conflict('loop', say`A ${nounOf(resource)} can't be its own ancestor.`, 'parent')
}

/** Whether the record is the other one or its descendant. */
export async function isBelow(
  ctx: Ctx,
  table: Resource['table'],
  id: number,
  otherId: number,
): Promise<boolean> {
  const { rows } = await sql`select id from (
    with recursive way (id, next) as (
      select id, parent_id from ${sql.table(table)} where id = ${id}
      union all select above.id, above.parent_id from way join ${sql.table(table)} above on above.id = way.next)
    select id from way) ways where id = ${otherId}`.execute(ctx.db)
  return rows.length > 0
}

/** Soft-deletes a record; with `cascade`, also its live descendants. @throws Refusal 409 if there are any without `cascade` */
export async function removeBranch(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  cascade: boolean,
): Promise<void> {
  const below = await descendants(ctx, resource, [row.id], 'live')
  if (below.length > 0 && !cascade) throw hasChildren(ctx, resource, below.length)
  const deletion = newDeletionId()
  await trashRow(ctx, resource, row, { deletion }, countsOf({ [resource.name]: below.length }))
  await trashRows(ctx, resource, below, deletion)
}

/** What the entry of a cascade counts; none if it concerns one record only. */
export function countsOf(counts: Readonly<Record<string, number>>): Told {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.length > 0 ? Object.fromEntries(some) : undefined
}

/**
 * Soft-deletes records with the one above them, in batches between which other requests run: a branch may be large. The entry of
 * the one above counts them.
 */
export async function trashRows(
  ctx: Ctx,
  resource: Resource,
  rows: readonly AnyRow[],
  deletion: string,
): Promise<void> {
  for await (const some of inBatches(rows, BATCH_SIZES.records)) {
    for (const row of some) await trashRow(ctx, resource, row, { deletion }, 'in-entry-above')
  }
}

/** Restores records with the one above them, in batches. @throws Refusal 409 if another record now has a unique value */
export async function untrashRows(ctx: Ctx, resource: Resource, rows: readonly AnyRow[]): Promise<void> {
  for await (const some of inBatches(rows, BATCH_SIZES.records)) {
    for (const row of some) await untrashRow(ctx, resource, row, { deletion: null }, 'in-entry-above')
  }
}

/** @param counted the resources that `count` includes */
export const hasChildren = (ctx: Ctx, resource: Resource, count: number, counted = [resource.name]) =>
  conflict(
    'has_children',
    say`This ${nounOf(resource)} has ${recordsBelow(ctx, count, counted)}. Send cascade=true to delete them too.`,
  )

/** Reveals the number only to callers who may read these records. */
function recordsBelow({ actor }: Ctx, count: number, counted: readonly Subject[]): Message {
  if (!counted.every((name) => actor.grants.has(slugToRead({ name })))) return say`records below it`
  return count === 1 ? say`1 record below it` : say`${count} records below it`
}

/** Refuses to delete a record permanently that has children, soft-deleted ones included. @throws Refusal 409 */
export async function refuseWithChildren(ctx: Ctx, resource: Resource, row: AnyRow): Promise<void> {
  const count = await countRows(ctx, resource.table, anyTable()('parent_id', '=', row.id))
  if (count > 0) throw stillNeeded(ctx, resource, count)
}

/** @param counted the resources that `count` includes */
export const stillNeeded = (ctx: Ctx, resource: Resource, count: number, counted = [resource.name]) =>
  conflict(
    'has_children',
    say`This ${nounOf(resource)} has ${recordsBelow(ctx, count, counted)}, including soft-deleted ones; delete those permanently first.`,
  )

/** Restores a record; with `cascade`, also all records of the same deletion below it. @param counts of what is restored beside them @throws Refusal 409 */
export async function restoreBranch(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  cascade: boolean,
  counts: Readonly<Record<string, number>> = {},
): Promise<void> {
  await refuseUnderTrashedParent(ctx, resource, row)
  const deletion = row.deletion as string | null
  const below = cascade && deletion !== null ? await descendants(ctx, resource, [row.id], { deletion }) : []
  const told = countsOf({ ...counts, [resource.name]: below.length })
  await untrashRow(ctx, resource, row, { deletion: null }, told)
  await untrashRows(ctx, resource, below)
}

async function refuseUnderTrashedParent(ctx: Ctx, resource: Resource, row: AnyRow): Promise<void> {
  if (row.parent_id === null) return
  const eb = anyTable()
  const [parent] = await storedRows(ctx, resource.table, eb('id', '=', row.parent_id))
  if (parent?.deleted_at)
    throw conflict('parent_trashed', say`Its parent is soft-deleted; restore that first.`)
}
