import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { type AnswerBudget, type Embedding, sizeOfAll } from '../../capacity/answer-budget.ts'
import { readIdColumns } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { tableState } from '../../db/table-states.ts'
import { say } from '../../messages/say.ts'
import { countMembers } from '../users/members-count.ts'

interface NodeOptions {
  /** Counts only children of this type. */
  typeId: number | undefined
  withPaths: boolean
  budget: AnswerBudget
}

/** Terms as tree nodes, in the order of the ids. Takes a few statements for any number of terms. */
export async function readNodes(ctx: Ctx, ids: number[], { typeId, withPaths, budget }: NodeOptions) {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('taxonomies')
    .where('id', 'in', ids)
    .select(['id', 'uuid', 'name', 'slug', 'is_active', 'parent_id', 'type_id', 'position'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // A term may have been deleted since its id was found.
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  const foundIds = found.map(({ id }) => id)
  const children = await countChildren(ctx, foundIds, typeId)
  const users = await countMembers(
    ctx,
    'user_taxonomies',
    foundIds.map((id) => [id]),
  )
  const parents = await foreignParents(ctx, found)
  const paths = withPaths ? await pathsTo(ctx, foundIds, budget) : undefined
  await budget.spend(sizeOfAll(found), PATHS)
  return found.map((term, index) => ({
    ...term,
    count_children: children[index] as number,
    count_users: users[index] as number,
    parent: parents.get(term.id) ?? null,
    ...(paths && { path: paths.get(term.id) ?? [] }),
  }))
}

/** Cached until a term changes. */
async function countChildren(
  { db, records }: Ctx,
  ids: readonly number[],
  typeId: number | undefined,
): Promise<number[]> {
  const read = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('taxonomies')
      .where('parent_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .$if(typeId !== undefined, (query) => query.where('type_id', '=', typeId as number))
      .groupBy('parent_id')
      .select(['parent_id', (eb) => eb.fn.countAll<number>().as('count')])
      .execute()
    const counts = new Map(rows.map(({ parent_id, count }) => [parent_id, Number(count)]))
    return ids.map((id) => counts.get(id) ?? 0)
  }
  if (!records) return read(ids)
  const keys = ids.map((id) => `children ${id} ${typeId ?? 'any'}`)
  return records.cachedEach(keys, records.version('taxonomies'), (positions) =>
    read(positions.map((position) => ids[position] as number)),
  )
}

/** Parents of another type, with that type, by the id of the child. */
async function foreignParents(
  ctx: Ctx,
  terms: readonly { id: number; parent_id: number | null; type_id: number }[],
) {
  const above = [...new Set(terms.map(({ parent_id }) => parent_id))].filter((id) => id !== null)
  if (above.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('taxonomies as above')
    .innerJoin('taxonomy_types as type', 'type.id', 'above.type_id')
    .where('above.id', 'in', above)
    .select(['above.id', 'above.uuid', 'above.name', 'above.slug'])
    .select([
      'type.id as type_id',
      'type.uuid as type_uuid',
      'type.name as type_name',
      'type.slug as type_slug',
    ])
    .execute()
  const byId = new Map(
    rows.map(({ type_id: id, type_uuid: uuid, type_name: name, type_slug: slug, ...parent }) => [
      parent.id,
      { ...parent, type: { id, uuid, name, slug } },
    ]),
  )
  return new Map(
    terms.flatMap((term) => {
      const parent = byId.get(term.parent_id as number)
      return parent && parent.type.id !== term.type_id ? [[term.id, parent] as const] : []
    }),
  )
}

const PATHS: Embedding = {
  what: say`The terms on the paths to these`,
  instead: say`Ask for fewer terms a page (per_page), or search below a term (parent).`,
}
/** Minimum bytes of a term on a path as text, without its name. */
const MIN_STEP_BYTES = 30

interface Step {
  id: number
  name: string
  type_id: number
}

/** The ancestors of each term, from the root to the parent. Counts the steps before it reads any. */
async function pathsTo(ctx: Ctx, ids: readonly number[], budget: AnswerBudget): Promise<Map<number, Step[]>> {
  const db = await scanDb(ctx, await tableState(ctx, 'taxonomies'))
  const steps = sql`(
    with recursive ancestors (start, id, next) as (
      select term.id, above.id, above.parent_id
        from taxonomies term join taxonomies above on above.id = term.parent_id where term.id in (${sql.join(ids)})
      union all
      select ancestors.start, above.id, above.parent_id
        from ancestors join taxonomies above on above.id = ancestors.next)
    select start, id from ancestors limit ${budget.records + 1})`
  const [starts = [], aboves = []] = await readIdColumns(db, steps, ['start', 'id'])
  budget.embed(starts.length, MIN_STEP_BYTES, PATHS)
  const terms = await termsOf(ctx, [...new Set(aboves)], budget)
  const paths = new Map<number, Step[]>()
  let bytes = 0
  for (const [index, start] of starts.entries()) {
    const step = terms.get(aboves[index] as number)
    if (!step) continue
    const path = paths.get(start) ?? []
    path.push(step)
    paths.set(start, path)
    bytes += MIN_STEP_BYTES + step.name.length
  }
  // Both engines recurse level by level, so each path starts with the parent.
  for (const path of paths.values()) path.reverse()
  await budget.spend(bytes, PATHS)
  return paths
}

async function termsOf(ctx: Ctx, ids: number[], budget: AnswerBudget): Promise<Map<number, Step>> {
  const terms = new Map<number, Step>()
  for (let start = 0; start < ids.length; start += TERMS_PER_SLICE) {
    if (start > 0) await budget.nextSlice()
    const rows = await ctx.db
      .selectFrom('taxonomies')
      .where('id', 'in', ids.slice(start, start + TERMS_PER_SLICE))
      .select(['id', 'name', 'type_id'])
      .execute()
    for (const row of rows) terms.set(row.id, row)
  }
  return terms
}

const TERMS_PER_SLICE = 1000
