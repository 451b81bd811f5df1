import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { readIdColumns } from '../../db/queries/id-lists.ts'
import { longReadDb, scanDb } from '../../db/queries/long-reads.ts'
import { tableState } from '../../db/table-states.ts'
import type { Db } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'
import { linkPairs, type ManyRelation, PIVOT, pivotOf, type RelationByLinks } from '../define/relations.ts'
import type { AnyDatabase, Resource } from '../define/resource.ts'
import { anyTable, from, limitTo } from './store.ts'

/** The ids of two related records. */
export interface Pair {
  from: number
  to: number
  /** The link's id; 0 for a relation by a column rather than a link table. */
  link: number
  /** The link's attributes, once they are read. */
  pivot?: Fields
}

/** The most pairs that one statement reads on the event loop. */
const MAX_INLINE = 2000
/** Records per statement. */
const RECORDS_PER_STATEMENT = 1000
/** For derived relations, the first statement reads one record, which may have many pairs; each next batch is at most this many times larger. */
const MAX_GROWTH = 16

/**
 * Reads the pairs of these records with live ones, sorted by the target's id. Stops one past the budget, so that the
 * caller detects an excess before it reads a record.
 */
export async function readPairs(
  ctx: Ctx,
  relation: ManyRelation,
  target: Resource,
  fromIds: readonly number[],
  budget: AnswerBudget,
): Promise<Pair[]> {
  const isDerived = relation.kind === 'derived'
  // The database groups derived pairs before it returns the first, which may take long.
  const db = isDerived ? await scanDb(ctx, await tableState(ctx, relation.largestTable)) : ctx.db
  const pairs: Pair[] = []
  let [start, count] = [0, isDerived ? 1 : RECORDS_PER_STATEMENT]
  while (start < fromIds.length && pairs.length <= budget.records) {
    if (start > 0) await budget.nextSlice()
    const some = fromIds.slice(start, start + count)
    const read = { ctx, db, relation, target }
    for (const pair of await pairsOf(read, some, budget.records - pairs.length)) pairs.push(pair)
    start += count
    if (isDerived)
      count = Math.max(1, Math.min(MAX_GROWTH * count, Math.floor((MAX_INLINE * start) / (pairs.length + 1))))
  }
  return pairs
}

interface Read {
  ctx: Ctx
  db: Db
  relation: ManyRelation
  target: Resource
}

async function pairsOf(read: Read, fromIds: readonly number[], most: number): Promise<Pair[]> {
  const few = Math.min(most, MAX_INLINE)
  const first = limitTo(pairsQuery(read, fromIds, true), few + 1)
  const { rows } = await read.db.executeQuery<Fields>(first.compile())
  if (rows.length <= few || most <= few) return rows.map(pairOf).sort((one, other) => one.to - other.to)
  const db = await longReadDb({ ...read.ctx, db: read.db })
  const limited = limitTo(pairsQuery(read, fromIds, false), most + 1)
  const all = (db as AnyDatabase).selectFrom(limited.as('limited')).selectAll().orderBy('to_id')
  const [froms, tos, links] = await readIdColumns(db, all, ['from_id', 'to_id', 'link_id'])
  return Array.from(froms as Float64Array, (from, index) => ({
    from,
    to: tos?.[index] as number,
    link: links?.[index] as number,
  }))
}

const pairOf = (row: Fields): Pair => ({
  from: Number(row.from_id),
  to: Number(row.to_id),
  link: Number(row.link_id),
  pivot: pivotOf(row),
})

function pairsQuery(
  { ctx, relation, target }: Read,
  fromIds: readonly number[],
  withPivot: boolean,
): AnyDatabase {
  const { table } = target
  const isLive = anyTable()(`${table}.deleted_at`, 'is', null)
  if (relation.kind !== 'many') return linkPairs(ctx, relation, target, fromIds, withPivot).where(isLive)
  return from(ctx.db, table)
    .where(anyTable()(`${table}.${relation.column}`, 'in', fromIds))
    .where(isLive)
    .select((eb: AnyDatabase) => [
      `${table}.${relation.column} as from_id`,
      `${table}.id as to_id`,
      eb.lit(0).as('link_id'),
    ])
}

/** Links per statement. */
const LINKS_PER_STATEMENT = 1000

/** Reads the link attributes that are still missing. */
export async function readPivots(
  ctx: Ctx,
  { links: { table } }: RelationByLinks,
  pairs: readonly Pair[],
  budget: AnswerBudget,
): Promise<void> {
  const unread = pairs.filter(({ pivot }) => pivot === undefined)
  for (let start = 0; start < unread.length; start += LINKS_PER_STATEMENT) {
    await budget.nextSlice()
    const some = unread.slice(start, start + LINKS_PER_STATEMENT)
    const rows: Fields[] = await (ctx.db as AnyDatabase)
      .selectFrom(table)
      .where(
        'id',
        'in',
        some.map(({ link }) => link),
      )
      .select(['id', ...PIVOT])
      .execute()
    const pivots = new Map(rows.map(({ id, ...pivot }) => [Number(id), pivot]))
    for (const pair of some) pair.pivot = pivots.get(pair.link) ?? {}
  }
}
