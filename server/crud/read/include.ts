import type { Ctx } from '../../access/context.ts'
import { guard } from '../../access/guard.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { badRequest } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { didYouMean, nearest } from '../../values/nearest.ts'
import { Linked, type Listed, type ReadRecord } from '../../values/read-record.ts'
import { leastBytes } from '../define/columns.ts'
import { type ManyRelation, relationsOf } from '../define/relations.ts'
import {
  nounOf,
  type OneRelation,
  pluralOf,
  type Relation,
  type Resource,
  resourceNamed,
  slugToRead,
} from '../define/resource.ts'
import { GrammarError, type IncludeTree, parseInclude } from '../query/grammar.ts'
import { type Pair, readPairs, readPivots } from '../query/pairs.ts'
import { complete } from './complete.ts'
import { forEachInBatches, recordsByIds } from './records.ts'

/** Parses `roles.permissions,registration`. @throws Refusal 400 naming the existing relations; 403 */
export function readInclude(ctx: Ctx, resource: Resource, text: string): IncludeTree {
  try {
    const tree = parseInclude(text)
    allowInclude(ctx, resource, tree)
    return tree
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    throw badRequest('bad_include', say`include ${error.said}.`)
  }
}

function allowInclude(ctx: Ctx, resource: Resource, tree: IncludeTree): void {
  const relations = relationsOf(resource)
  for (const [name, branch] of tree) {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined
    if (!relation) {
      const names = Object.keys(relations)
      const hint = didYouMean(nearest(name, names))
      throw badRequest(
        'bad_include',
        say`${pluralOf(resource)} have no such relation.${hint} Allowed: ${names.join(', ')}.`,
      )
    }
    guard(ctx.actor, { needs: [slugToRead(resourceNamed(ctx, relation.to))] })
    allowInclude(ctx, resourceNamed(ctx, relation.to), branch)
  }
}

/** Adds the relations of the tree to complete records of a response. @throws Refusal 400, 503 beyond the budget */
export const include = (
  ctx: Ctx,
  resource: Resource,
  records: readonly ReadRecord[],
  tree: IncludeTree,
  budget: AnswerBudget,
): Promise<void> => includeIn({ ctx, budget, path: [] }, resource, records, tree)

interface IncludeContext {
  ctx: Ctx
  budget: AnswerBudget
  /** Relations from the requested records to the current ones. */
  path: readonly string[]
  /** How often each current record appears in the response; default: once. */
  times?: ReadonlyMap<ReadRecord, number>
}

/** A few queries for each relation, however many records there are. */
async function includeIn(
  at: IncludeContext,
  resource: Resource,
  records: readonly ReadRecord[],
  tree: IncludeTree,
): Promise<void> {
  if (records.length === 0) return
  for (const [name, branch] of tree) {
    const relation = relationsOf(resource)[name] as Relation
    const step = { name, relation, target: resourceNamed(at.ctx, relation.to), branch }
    const within = { ...at, path: [...at.path, name] }
    if (relation.kind === 'one') await includeOne(within, { ...step, relation }, records)
    else await includeMany(within, resource, { ...step, relation }, records)
  }
}

interface IncludeStep<R extends Relation> {
  name: string
  relation: R
  target: Resource
  branch: IncludeTree
}

async function includeOne(
  at: IncludeContext,
  { name, relation, target, branch }: IncludeStep<OneRelation>,
  records: readonly ReadRecord[],
): Promise<void> {
  const embedding = embeddingOf(at)
  const uses = new Uses()
  await forEachInBatches(records, at.budget, (record) => {
    const id = record.row[relation.column] as number | null
    if (id !== null) uses.add(id, timesOf(at, record))
  })
  at.budget.embed(uses.total, leastBytes(target), embedding)
  const found = await readTargets(at, target, branch, uses, embedding)
  const key = relation.as ?? name
  await forEachInBatches(records, at.budget, (record) => {
    record.added[key] = found.get(record.row[relation.column] as number) ?? null
  })
}

async function includeMany(
  at: IncludeContext,
  resource: Resource,
  step: IncludeStep<ManyRelation>,
  records: readonly ReadRecord[],
): Promise<void> {
  const { ctx, budget } = at
  const { relation, target, branch } = step
  const embedding = embeddingOf(at, resource)
  const pivotBytes = relation.kind === 'many' ? 0 : PIVOT_BYTES
  const least = leastBytes(target) + pivotBytes
  budget.require(await storedCountOf(at, relation, records), least, embedding)
  const byId = new Map<number, ReadRecord>()
  await forEachInBatches(records, budget, (record) => byId.set(record.id, record))
  const pairs = await readPairs(ctx, relation, target, [...byId.keys()], budget)
  const uses = new Uses()
  await forEachInBatches(pairs, budget, ({ from, to }) =>
    uses.add(to, timesOf(at, byId.get(from) as ReadRecord)),
  )
  budget.embed(uses.total, least, embedding)
  await budget.spend(uses.total * pivotBytes, embedding)
  if (relation.kind !== 'many') await readPivots(ctx, relation, pairs, budget)
  const found = await readTargets(at, target, branch, uses, embedding)
  await embedPairs(step, records, pairs, found, budget)
}

/** How many records the relation embeds, as far as counts are stored: for a refusal before they are read. */
async function storedCountOf(
  at: IncludeContext,
  relation: ManyRelation,
  records: readonly ReadRecord[],
): Promise<number> {
  const countedBy = relation.kind === 'links' ? relation.countedBy : undefined
  if (countedBy === undefined) return 0
  let count = 0
  await forEachInBatches(records, at.budget, (record) => {
    count += (record.added[countedBy] as number) * timesOf(at, record)
  })
  return count
}

/** Adds to each record the list of those found that are paired with it. */
async function embedPairs(
  { name, relation }: IncludeStep<ManyRelation>,
  records: readonly ReadRecord[],
  pairs: readonly Pair[],
  found: ReadonlyMap<number, ReadRecord>,
  budget: AnswerBudget,
): Promise<void> {
  const lists = new Map<number, Listed[]>()
  await forEachInBatches(pairs, budget, ({ from, to, pivot }) => {
    const record = found.get(to)
    if (!record) return
    const list = lists.get(from) ?? []
    list.push(relation.kind === 'many' ? record : new Linked(record, JSON.stringify(pivot ?? {})))
    lists.set(from, list)
  })
  await forEachInBatches(records, budget, (record) => {
    record.added[name] = lists.get(record.id) ?? []
  })
}

/** How often records appear in the response. */
class Uses {
  total = 0
  readonly byId = new Map<number, number>()

  add(id: number, times: number): void {
    this.total += times
    this.byId.set(id, (this.byId.get(id) ?? 0) + times)
  }
}

const timesOf = ({ times }: IncludeContext, record: ReadRecord): number => times?.get(record) ?? 1

/** Reads each target once, complete, however often it appears in the response. @returns the records by id */
async function readTargets(
  { ctx, budget, path }: IncludeContext,
  target: Resource,
  branch: IncludeTree,
  uses: Uses,
  embedding: Embedding,
): Promise<ReadonlyMap<number, ReadRecord>> {
  const timesOf = (id: number) => uses.byId.get(id) ?? 1
  const found = await recordsByIds(ctx, target, [...uses.byId.keys()], { budget, embedding, timesOf })
  const records = [...found.values()]
  await complete(ctx, target, records, budget)
  if (branch.size > 0) {
    const times = new Map<ReadRecord, number>()
    await forEachInBatches(records, budget, (record) => times.set(record, timesOf(record.id)))
    await includeIn({ ctx, budget, path, times }, target, records, branch)
  }
  return found
}

/** The least length of a link's attributes as JSON. */
const PIVOT_BYTES = 150

function embeddingOf({ path }: IncludeContext, resource?: Resource): Embedding {
  const name = path.at(-1) as string
  const instead =
    resource === undefined
      ? say`Ask for fewer records a page (per_page) or include less.`
      : say`Ask for fewer records a page (per_page), or read the ${name} of each ${nounOf(resource)} page by page: GET /api/${resource.name}/{id}/relationships/${name}.`
  return { what: say`Including ${path.join('.')}`, instead }
}
