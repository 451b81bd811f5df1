import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { BATCH_SIZES, readInBatches } from '../../db/queries/chunks.ts'

const COLUMNS = { roles: 'role_id', permissions: 'permission_id' } as const
type Side = keyof typeof COLUMNS

/**
 * Counts the live roles of each permission, or the live permissions of each role. Cached until roles, permissions or
 * their links change.
 */
export function countLinks(ctx: Ctx, counted: Side, of: Side, ids: readonly number[]): Promise<number[]> {
  const read = async (ids: readonly number[]) => {
    const [id, countedId] = [sql.ref(COLUMNS[of]), sql.ref(COLUMNS[counted])]
    const { rows } = await sql<{ id: number; count: number }>`select ${id} as id, count(*) as count
      from role_permissions inner join ${sql.table(counted)} counted on counted.id = ${countedId}
      where ${id} in (${sql.join(ids)}) and counted.deleted_at is null group by ${id}`.execute(ctx.db)
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]))
    return ids.map((id) => counts.get(id) ?? 0)
  }
  // A thousand records of a page may have thousands of links each.
  const slicing = { first: 50, most: BATCH_SIZES.counted, rowsOf: (count: number) => count }
  const inBatches = (ids: readonly number[]) => readInBatches(ids, slicing, read)
  return ctx.access.derived(`${counted} of`, ids, inBatches)
}
