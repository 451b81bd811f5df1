import type { Ctx } from '../access/context.ts'
import type { Links } from './resource.ts'
import { type AnyDatabase, anyTable } from './store.ts'

/**
 * How many roles that are not deleted each permission is linked with, or the other way round: counted once, until
 * roles, permissions or links between them change.
 * @param far the table on the other side
 */
export function countLinks(
  ctx: Ctx,
  { table, from, to }: Links,
  far: 'roles' | 'permissions',
  ids: readonly number[],
): Promise<number[]> {
  const read = async (ids: readonly number[]) => {
    const rows: { id: number; count: number }[] = await (ctx.db as AnyDatabase)
      .selectFrom(table)
      .innerJoin(far, `${far}.id`, `${table}.${to}`)
      .where(anyTable()(`${table}.${from}`, 'in', ids))
      .where(`${far}.deleted_at`, 'is', null)
      .groupBy(`${table}.${from}`)
      .select((eb: AnyDatabase) => [`${table}.${from} as id`, eb.fn.countAll().as('count')])
      .execute()
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]))
    return ids.map((id) => counts.get(id) ?? 0)
  }
  return ctx.memory ? ctx.memory.following(`${far} of`, ids, read) : read(ids)
}
