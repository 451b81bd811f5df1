import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import { endWithReads } from '../../db/queries/pipeline.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import type { Fields } from '../../values/fields.ts'
import { type ManyRelation, narrow, withPivot } from '../define/relations.ts'
import {
  type AnyDatabase,
  type OneRelation,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { PER_PAGE, readListQuery } from '../query/list-query.ts'
import { limitTo, selectReadable } from '../query/store.ts'
import { complete } from '../read/complete.ts'
import { readById, readReferenced, rowById } from '../read/read.ts'
import { type Rows, readPage } from '../read/read-page.ts'
import type { WritableRelation } from './links.ts'

/**
 * The response data of a write, read in its transaction: afterwards, other requests may already have changed the record.
 * The rest is added after the transaction, so that no lock is held meanwhile.
 */
export interface Written {
  actor: Actor
  id: number
  rows: Promise<Fields[]>
  /** For a relation: the first page of its links, or the referenced record. */
  related: Promise<Fields[]> | undefined
}

/** Call it last in a transaction. */
export async function readWritten(
  ctx: Ctx,
  resource: Resource,
  id: number,
  relation?: Relation,
): Promise<Written> {
  const rows = rowById(ctx, resource, id)
  const related = relation && readRelated(ctx, resource, relation, id)
  await endWithReads(ctx.db, Promise.all([rows, related]))
  return { actor: ctx.actor, id, rows, related }
}

function readRelated(ctx: Ctx, resource: Resource, relation: Relation, id: number) {
  if (relation.kind === 'links') return readLinked(ctx, relation, id)
  return relation.kind === 'one' ? readReferenced(ctx, resource, relation, id) : undefined
}

/** The completed record. Call it after the transaction. */
export const recordOf = (ctx: Ctx, resource: Resource, { actor, id, rows }: Written): Promise<Fields> =>
  readById({ ...ctx, actor, isAfterWrite: true }, resource, id, rows)

/** The first page of related records, newest first. Call it after the transaction. @param record the completed one */
export async function firstRelatedOf(
  ctx: Ctx,
  relation: ManyRelation,
  { actor, id, related }: Written,
  record: Fields,
  budget: AnswerBudget,
): Promise<Rows> {
  const readCtx: Ctx = { ...ctx, actor, isAfterWrite: true }
  const target = resourceNamed(ctx, relation.to)
  if (relation.kind !== 'links' || !related) {
    const query = await readListQuery(readCtx, target, {}, {})
    return readPage(readCtx, target, query, { budget }, { relation, fromId: id })
  }
  const rows = await related
  const total = relation.countedBy === undefined ? rows[0]?.total : record[relation.countedBy]
  const records = rows.map(({ total: _, ...row }) => {
    const { from_id: __, ...record } = withPivot(row)
    return record as Fields
  })
  await complete(readCtx, target, records)
  return { records, total: Number(total ?? 0) }
}

/** The referenced record. Call it after the transaction. */
export async function referencedOf(
  ctx: Ctx,
  { to }: OneRelation,
  { actor, related = Promise.resolve([]) }: Written,
): Promise<Fields | null> {
  const rows = await related
  await complete({ ...ctx, actor, isAfterWrite: true }, resourceNamed(ctx, to), rows)
  return rows[0] ?? null
}

const linkedQueries = preparedByShape<Fields>()

/**
 * Scans an index of the links, checks whether each record is live, and joins one page of them. With a single join,
 * PostgreSQL reads all links for each record until it has statistics of the tables.
 */
function readLinked(ctx: Ctx, relation: WritableRelation, id: number): Promise<Fields[]> {
  const { table, from, to } = relation.links
  const target = resourceNamed(ctx, relation.to)
  const { table: targetTable } = target
  const query = linkedQueries(ctx.db, `${table} ${to}`, () => {
    const db = ctx.db as AnyDatabase
    const isLive = sql<SqlBool>`(select ${sql.ref(`${targetTable}.deleted_at`)} is null from ${sql.table(targetTable)}
      where ${sql.ref(`${targetTable}.id`)} = ${sql.ref(`${table}.${to}`)})`
    const links = db
      .selectFrom(table)
      .select(`${to} as id`)
      .where(from, '=', slot('from_id'))
      .where(isLive)
      .orderBy(to, 'desc')
    const first = limitTo(
      relation.countedBy ? links : links.select(sql`count(*) over ()`.as('total')),
      PER_PAGE,
    )
    const withFirst = db.with(
      (name: AnyDatabase) => name('first').materialized(),
      () => first,
    )
    const rows = selectReadable({ ...ctx, db: withFirst }, target).innerJoin(
      'first',
      'first.id',
      `${targetTable}.id`,
    )
    const counted = relation.countedBy ? rows : rows.select('first.total')
    return narrow(counted, ctx, relation, target, slot('from_id')).orderBy(`${targetTable}.id`, 'desc')
  })
  return query(ctx.db, { from_id: id })
}
