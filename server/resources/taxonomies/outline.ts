import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { ref } from '../../../contract/fields.ts'
import { TermOutline } from '../../../contract/terms.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import { mayRead, type Resource } from '../../crud/define/resource.ts'
import { locksOfTree } from '../../crud/write/tree.ts'
import { defaults, resolveReferences } from '../../crud/write/write.ts'
import { BATCH_SIZES, chunks } from '../../db/queries/chunks.ts'
import { invalid, Refusal } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { freeSlugs } from './free-slugs.ts'
import { type OutlineTerm, readOutline } from './outline-text.ts'
import { parentNamed } from './parents.ts'
import { lastPosition, SPACING } from './positions.ts'
import { isOneOf, siblingsOf } from './siblings.ts'

export const outlineEndpoint = (terms: Resource): Endpoint =>
  defineEndpoint({
    name: 'taxonomies.outline',
    methods: ['POST'],
    path: '/api/taxonomies/outline',
    tag: 'taxonomies',
    summary: 'Create a tree of terms from an outline',
    description:
      'Creates all of them, or none. A name that a term with the same parent has stands for that term: it is left as it ' +
      'is, and the terms below it are added. New terms get the manual order of the outline, unless siblings that were never ' +
      'placed are there. A refusal names each faulty line, as the field `outline.3`. `dry_run` tells what would be created.',
    access: accessToMore(terms, 'outline'),
    effect: 'write',
    input: TermOutline,
    unknown: 'refuse',
    nullIsAbsent: true,
    data: ref('TermOutlined'),
    messages: ['Saved'],
    refusals: [409],
    prepare: async ({ input }) => outlineOf(input.outline),
    handle: async ({ ctx, input, prepared: outline }) => {
      const { dry_run: isDryRun = false } = input
      const plan = (ctx: Ctx) => planOf(ctx, terms, input, outline)
      if (isDryRun) {
        const planned = await plan(ctx)
        return { data: answerOf(ctx, terms, planned, false), messages: ['Nothing was changed.'] }
      }
      const write = async (ctx: Ctx) => {
        const planned = await plan(ctx)
        await create(ctx, terms, planned)
        return planned
      }
      const created = await inTransaction(ctx, write, { locks: locksOfTree(terms), isLong: true })
      return { data: answerOf(ctx, terms, created, true), messages: ['Saved'] }
    },
  })

/** @throws Refusal 422 that names the faulty lines */
function outlineOf(text: string): OutlineTerm[] {
  const { terms, faults } = readOutline(text)
  if (faults.length > 0)
    throw invalid(faults.map(({ line, code, message }) => ({ field: `outline.${line}`, code, message })))
  if (terms.length === 0)
    throw invalid([{ field: 'outline', code: 'required', message: say`The outline names no term.` }])
  return terms
}

interface Planned extends OutlineTerm {
  exists: boolean
  id: number | null
  slug: string | null
  position: number | null
  /** The term above it; undefined on the first level. */
  above: Planned | undefined
  /** The same term, named by an earlier line. */
  same: Planned | undefined
}

interface Plan {
  typeId: number
  parentId: number | null
  all: Planned[]
}

interface Where {
  type: string | number
  parent?: string | number | null | undefined
}

async function planOf(
  ctx: Ctx,
  terms: Resource,
  { type, parent }: Where,
  outline: OutlineTerm[],
): Promise<Plan> {
  const typeId = (await resolveReferences(ctx, terms, { type })).type_id as number
  const parentId = parent == null ? null : await parentNamed(ctx, typeId, parent)
  const all: Planned[] = []
  for (const term of outline) {
    const above = term.parent === undefined ? undefined : all[term.parent]
    const own = { exists: false, id: null, slug: null, position: null, same: undefined }
    all.push({ ...term, ...own, above: above?.same ?? above })
  }
  markRepeated(all)
  const plan = { typeId, parentId, all }
  await findExisting(ctx, plan)
  const created = all.filter(({ exists }) => !exists)
  const names = created.map(({ name }) => name)
  for (const [index, slug] of (await freeSlugs(ctx, typeId, names)).entries())
    (created[index] as Planned).slug = slug
  await setPositions(ctx, plan, created)
  return plan
}

/** Lines with the same name and parent stand for one term. */
function markRepeated(all: Planned[]): void {
  const first = new Map<Planned | undefined, Map<string, Planned>>()
  for (const term of all) {
    term.above = term.above?.same ?? term.above
    const names = first.get(term.above) ?? new Map<string, Planned>()
    first.set(term.above, names)
    const same = names.get(term.name)
    if (same) Object.assign(term, { same, exists: true })
    else names.set(term.name, term)
  }
}

/** Finds the terms that exist, level by level: only an existing term can have existing ones below it. */
async function findExisting(ctx: Ctx, { typeId, parentId, all }: Plan): Promise<void> {
  const isFirst = ({ above }: Planned) => above === undefined
  for (let level = all.filter((term) => isFirst(term) && !term.same); level.length > 0; ) {
    const parentOf = ({ above }: Planned) => (above ? (above.id as number) : (parentId ?? 0))
    const known = await existing(ctx, typeId, level.map(parentOf), namesOf(level))
    const found = new Set<Planned>()
    for (const term of level) {
      const other = known.get(`${parentOf(term)} ${term.name}`)
      if (!other) continue
      Object.assign(term, { exists: true, ...other })
      found.add(term)
    }
    level = all.filter(({ above, same }) => above && !same && found.has(above))
  }
  for (const term of all) if (term.same) Object.assign(term, { id: term.same.id, slug: term.same.slug })
}

const namesOf = (terms: Planned[]) => terms.map(({ name }) => name)

async function existing(ctx: Ctx, typeId: number, parentIds: number[], names: string[]) {
  const known = new Map<string, { id: number; slug: string }>()
  for (const ids of chunks([...new Set(parentIds)], 2)) {
    const rows = await ctx.db
      .selectFrom('taxonomies')
      .where('type_id', '=', typeId)
      .where(sql<number>`coalesce(parent_id, 0)`, 'in', ids)
      .where('name', 'in', [...new Set(names)])
      .where('deleted_at', 'is', null)
      .select(['id', 'slug', 'name', 'parent_id'])
      .execute()
    for (const { id, slug, name, parent_id } of rows) known.set(`${parent_id ?? 0} ${name}`, { id, slug })
  }
  return known
}

/** New terms are placed in the order of the outline, unless siblings that were never placed are there. */
async function setPositions(ctx: Ctx, { typeId, parentId }: Plan, created: Planned[]): Promise<void> {
  for (const [above, terms] of Map.groupBy(created, ({ above }) => above)) {
    const isNew = above !== undefined && !above.exists
    const last = isNew ? 0 : await lastPlaced(ctx, typeId, above ? above.id : parentId)
    if (last === undefined) continue
    for (const [index, term] of terms.entries()) term.position = last + SPACING * (index + 1)
  }
}

/** The last position below a parent, or undefined if a live term there was never placed. */
async function lastPlaced(ctx: Ctx, typeId: number, parentId: number | null): Promise<number | undefined> {
  const siblings = isOneOf(await siblingsOf(ctx, { type_id: typeId, parent_id: parentId }))
  const unplaced = await ctx.db
    .selectFrom('taxonomies')
    .where(siblings)
    .where('position', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return unplaced ? undefined : lastPosition(ctx, siblings)
}

async function create(ctx: Ctx, terms: Resource, { typeId, parentId, all }: Plan): Promise<void> {
  for (const [index, term] of all.entries()) {
    if (index % BATCH_SIZES.records === 0) await yieldToEventLoop()
    if (term.same) term.id = term.same.id
    if (term.exists) continue
    const values = {
      name: term.name,
      slug: term.slug,
      position: term.position,
      type_id: typeId,
      parent_id: term.above ? term.above.id : parentId,
      is_active: true,
      meta: {},
    }
    const { result } = await defaults.create(ctx, terms, values)
    term.id = (await result.catch((error) => Promise.reject(atLine(error, term.line)))).id
  }
}

/** Adds the line to a refusal. Rethrows errors that are not the line's fault. */
function atLine(error: unknown, line: number): unknown {
  if (!(error instanceof Refusal) || error.status >= 500) return error
  const { status, code, said } = error
  const message = say`Line ${line}: ${said}`
  return new Refusal(status, code, message, {
    details: [{ field: `outline.${line}`, code, message }],
    cause: error,
  })
}

/** Callers who may not read terms learn of an existing one no more than its name, as from the refusal of a create. */
function answerOf(ctx: Ctx, terms: Resource, { all }: Plan, applied: boolean) {
  const isHidden = ({ exists, same }: Planned) => (same ? same.exists : exists) && !mayRead(ctx, terms)
  return {
    created: all.filter(({ exists }) => !exists).length,
    existing: all.filter(({ exists }) => exists).length,
    terms: all.map((term) => {
      const { line, level, name, exists, id, slug } = term
      return { line, level, name, exists, id: isHidden(term) ? null : id, slug: isHidden(term) ? null : slug }
    }),
    applied,
  }
}
