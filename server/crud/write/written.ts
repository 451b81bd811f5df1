import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import type { StoredRecord } from '../../db/cache/stored-record.ts'
import { preparedByShape, slot } from '../../db/queries/prepared.ts'
import { handled, sent } from '../../db/transactions/sent-statements.ts'
import type { Fields } from '../../values/fields.ts'
import { Linked, type ReadRecord } from '../../values/read-record.ts'
import { type ManyRelation, narrow, pivotOf } from '../define/relations.ts'
import {
  type AnyDatabase,
  type OneRelation,
  type RecordWrite,
  type Relation,
  type Resource,
  resourceNamed,
} from '../define/resource.ts'
import { PER_PAGE, readListQuery } from '../query/list-query.ts'
import { limitTo } from '../query/store.ts'
import { complete, completed } from '../read/complete.ts'
import { readReferenced } from '../read/read.ts'
import { type Records, readPage } from '../read/read-page.ts'
import { recordById, selectStored, shownTo, storedRecordOf } from '../read/records.ts'
import type { LinksRelation } from './links.ts'

/**
 * The response data of a write, read in its transaction: afterwards, other requests may already have changed the record.
 * The rest is added after the transaction, so that no lock is held meanwhile.
 */
export interface Written {
  actor: Actor
  record: Promise<StoredRecord | undefined>
  /** For a relation by links: the rows of its first page. */
  linked: Promise<Fields[]> | undefined
  /** For a relation to one record. */
  referenced: Promise<StoredRecord | undefined> | undefined
}

/** The response data of a write of a single record: the write returns it. */
export function writtenBy({ actor }: Ctx, resource: Resource, { result }: RecordWrite): Written {
  const record = handled(result.then((row) => storedRecordOf(resource, row)))
  return { actor, record, linked: undefined, referenced: undefined }
}

/** Reads the response data of any other write. Call it last in a transaction. */
export async function readWritten(
  ctx: Ctx,
  resource: Resource,
  id: number,
  relation?: Relation,
): Promise<Written> {
  const record = recordById(ctx, resource, id)
  const linked = relation?.kind === 'links' ? readLinked(ctx, relation, id) : undefined
  const referenced = relation?.kind === 'one' ? readReferenced(ctx, resource, relation, id) : undefined
  await sent(ctx.db, Promise.all([record, linked, referenced]))
  return { actor: ctx.actor, record, linked, referenced }
}

/** The completed record. Call it after the transaction. */
export async function recordOf(
  ctx: Ctx,
  resource: Resource,
  { actor, record }: Written,
): Promise<ReadRecord> {
  const stored = await record
  if (!stored) throw new Error(`A written record of ${resource.name} is gone.`)
  return completed({ ...ctx, actor }, resource, stored)
}

/** The first page of related records, newest first. Call it after the transaction. @param record the completed one */
export async function firstRelatedOf(
  ctx: Ctx,
  relation: ManyRelation,
  { actor, linked }: Written,
  record: ReadRecord,
  budget: AnswerBudget,
): Promise<Records> {
  const readCtx: Ctx = { ...ctx, actor }
  const target = resourceNamed(ctx, relation.to)
  if (relation.kind !== 'links' || !linked) {
    const query = await readListQuery(readCtx, target, {}, {})
    return readPage(readCtx, target, query, { budget }, { name: '', relation, fromId: record.id })
  }
  const rows = await linked
  const total = relation.countedBy === undefined ? rows[0]?.total : record.added[relation.countedBy]
  const records = rows.map((row) => {
    const pivot = JSON.stringify(pivotOf(row))
    return new Linked(shownTo(readCtx, target, storedRecordOf(target, row)), pivot)
  })
  await complete(
    readCtx,
    target,
    records.map(({ record }) => record),
  )
  return { records, total: Number(total ?? 0) }
}

/** The referenced record. Call it after the transaction. */
export async function referencedOf(
  ctx: Ctx,
  { to }: OneRelation,
  { actor, referenced }: Written,
): Promise<ReadRecord | null> {
  const stored = await referenced
  return stored ? completed({ ...ctx, actor }, resourceNamed(ctx, to), stored) : null
}

const linkedQueries = preparedByShape<Fields>()

/**
 * Scans an index of the links, checks whether each record is live, and joins one page of them. With a single join,
 * PostgreSQL reads all links for each record until it has statistics of the tables.
 */
function readLinked(ctx: Ctx, relation: LinksRelation, id: number): Promise<Fields[]> {
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
    const rows = selectStored({ ...ctx, db: withFirst }, target).innerJoin(
      'first',
      'first.id',
      `${targetTable}.id`,
    )
    const counted = relation.countedBy ? rows : rows.select('first.total')
    return narrow(counted, ctx, relation, target, slot('from_id')).orderBy(`${targetTable}.id`, 'desc')
  })
  return query(ctx.db, { from_id: id })
}
