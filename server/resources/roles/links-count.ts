import type { Ctx } from '../../access/context.ts'
import type { AnyDatabase, Links } from '../../crud/define/resource.ts'
import { anyTable } from '../../crud/query/store.ts'
import { BATCH_SIZES, readInBatches } from '../../db/queries/chunks.ts'

/**
 * Counts the live roles of each permission, or the live permissions of each role. Cached until roles, permissions or
 * their links change.
 * @param target the table on the other side
 */
export function countLinks(
  ctx: Ctx,
  { table, from, to }: Links,
  target: 'roles' | 'permissions',
  ids: readonly number[],
): Promise<number[]> {
  const read = async (ids: readonly number[]) => {
    const rows: { id: number; count: number }[] = await (ctx.db as AnyDatabase)
      .selectFrom(table)
      .innerJoin(target, `${target}.id`, `${table}.${to}`)
      .where(anyTable()(`${table}.${from}`, 'in', ids))
      .where(`${target}.deleted_at`, 'is', null)
      .groupBy(`${table}.${from}`)
      .select((eb: AnyDatabase) => [`${table}.${from} as id`, eb.fn.countAll().as('count')])
      .execute()
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]))
    return ids.map((id) => counts.get(id) ?? 0)
  }
  // A thousand records of a page may have thousands of links each.
  const slicing = { first: 50, most: BATCH_SIZES.counted, rowsOf: (count: number) => count }
  const inBatches = (ids: readonly number[]) => readInBatches(ids, slicing, read)
  return ctx.access.derived(`${target} of`, ids, inBatches)
}
