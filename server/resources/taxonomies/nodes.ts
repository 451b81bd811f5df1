import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { type AnswerBudget, type Embedding, sizeOfAll } from '../../capacity/answer-budget.ts'
import { countMembers } from '../../crud/query/members-count.ts'
import { readCacheOf } from '../../db/queries/direct.ts'
import { idLists } from '../../db/queries/id-lists.ts'
import { scanDb } from '../../db/queries/long-reads.ts'
import { tableState } from '../../db/table-states.ts'
import { say } from '../../messages/say.ts'

interface Wanted {
  /** Children are counted of this type alone. */
  typeId: number | undefined
  withPaths: boolean
  budget: AnswerBudget
}

/** Terms as a tree shows them, in the order of the ids: a few statements, however many there are. */
export async function readNodes(ctx: Ctx, ids: number[], { typeId, withPaths, budget }: Wanted) {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('taxonomies')
    .where('id', 'in', ids)
    .select(['id', 'uuid', 'name', 'slug', 'is_active', 'parent_id', 'type_id'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One may have gone since its id was found.
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
  const waiting = budget.spend(sizeOfAll(found), PATHS)
  if (waiting) await waiting
  return found.map((term, index) => ({
    ...term,
    count_children: children[index] as number,
    count_users: users[index] as number,
    parent: parents.get(term.id) ?? null,
    ...(paths && { path: paths.get(term.id) ?? [] }),
  }))
}

/** Counted once, until anything is written. */
async function countChildren(
  ctx: Ctx,
  ids: readonly number[],
  typeId: number | undefined,
): Promise<number[]> {
  const kept = readCacheOf<number>(ctx.db) ?? new Map<string, number>()
  const keyOf = (id: number) => `children ${id} ${typeId ?? 'any'}`
  const unknown = ids.filter((id) => !kept.has(keyOf(id)))
  if (unknown.length > 0) {
    const rows = await ctx.db
      .selectFrom('taxonomies')
      .where('parent_id', 'in', unknown)
      .where('deleted_at', 'is', null)
      .$if(typeId !== undefined, (query) => query.where('type_id', '=', typeId as number))
      .groupBy('parent_id')
      .select(['parent_id', (eb) => eb.fn.countAll<number>().as('count')])
      .execute()
    const counts = new Map(rows.map(({ parent_id, count }) => [parent_id, Number(count)]))
    for (const id of unknown) kept.set(keyOf(id), counts.get(id) ?? 0)
  }
  return ids.map((id) => kept.get(keyOf(id)) as number)
}

/** Terms above of another type, with that type, by the id of the term below. */
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
/** Bytes of a term on a path, as text, without its name. */
const LEAST_STEP = 30

interface Step {
  id: number
  name: string
  type_id: number
}

/** From the root to the parent of each. How many steps that are is known before one is read. */
async function pathsTo(ctx: Ctx, ids: readonly number[], budget: AnswerBudget): Promise<Map<number, Step[]>> {
  const db = scanDb(ctx.db, await tableState(ctx.db, 'taxonomies'))
  const steps = sql`(
    with recursive way (start, id, next) as (
      select term.id, above.id, above.parent_id
        from taxonomies term join taxonomies above on above.id = term.parent_id where term.id in (${sql.join(ids)})
      union all
      select way.start, above.id, above.parent_id
        from way join taxonomies above on above.id = way.next)
    select start, id from way limit ${budget.records + 1})`
  const [starts = [], aboves = []] = await idLists(db, steps, ['start', 'id'])
  budget.embed(starts.length, LEAST_STEP, PATHS)
  const terms = await termsOf(ctx, [...new Set(aboves)], budget)
  const paths = new Map<number, Step[]>()
  let bytes = 0
  for (const [index, start] of starts.entries()) {
    const step = terms.get(aboves[index] as number)
    if (!step) continue
    const path = paths.get(start) ?? []
    path.push(step)
    paths.set(start, path)
    bytes += LEAST_STEP + step.name.length
  }
  // Both engines go up level by level, so the parent is the first.
  for (const path of paths.values()) path.reverse()
  const waiting = budget.spend(bytes, PATHS)
  if (waiting) await waiting
  return paths
}

/** In slices. */
async function termsOf(ctx: Ctx, ids: number[], budget: AnswerBudget): Promise<Map<number, Step>> {
  const terms = new Map<number, Step>()
  for (let start = 0; start < ids.length; start += TERMS_AT_ONCE) {
    if (start > 0) await budget.nextSlice()
    const rows = await ctx.db
      .selectFrom('taxonomies')
      .where('id', 'in', ids.slice(start, start + TERMS_AT_ONCE))
      .select(['id', 'name', 'type_id'])
      .execute()
    for (const row of rows) terms.set(row.id, row)
  }
  return terms
}

const TERMS_AT_ONCE = 1000
