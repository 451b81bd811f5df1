import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../postgres/engine.ts'
import { chunks } from '../queries/chunks.ts'
import type { Db, RecordTableName } from '../tables.ts'

/**
 * `update`: for a row that is to change. `share`: for a row that is referred to and must stay as it is meanwhile. `key`: for
 * one that must not be deleted for good; whatever else becomes of it might as well come before or after.
 */
export type RowLock = 'update' | 'share' | 'key' | 'none'

interface Lockable<Query> {
  forNoKeyUpdate: () => Query
  forShare: () => Query
  forKeyShare: () => Query
}

const usesRowLocks = (db: Db) => db.isTransaction && isPostgres(db)

/**
 * In a transaction on PostgreSQL, has a query wait for those who change the same rows, and lock them until the end. It
 * then gives the rows as they were committed last. SQLite has one writer.
 */
export function locking<Query extends Lockable<Query>>(db: Db, query: Query, lock: RowLock): Query {
  if (!usesRowLocks(db) || lock === 'none') return query
  if (lock === 'update') return query.forNoKeyUpdate()
  return lock === 'share' ? query.forShare() : query.forKeyShare()
}

/** The same for rows to delete that others may be deleting as well: those are left to them. */
export function skippingLocked<Query extends { forUpdate: () => { skipLocked: () => Query } }>(
  db: Db,
  query: Query,
): Query {
  return usesRowLocks(db) ? query.forUpdate().skipLocked() : query
}

/**
 * Statements that lock rows which are to change, by id: whoever locks several in that order does not deadlock with others
 * who do. None on SQLite.
 */
export function rowLocks(db: Db, table: RecordTableName, ids: readonly number[]): CompiledQuery[] {
  if (!usesRowLocks(db)) return []
  const inOrder = [...ids].sort((one, other) => one - other)
  return [...chunks(inOrder)].map((some) => lockOf(db, table, sql`id in (${sql.join(some)})`))
}

/** Locks rows that meet a condition. */
export async function lockMatching(
  db: Db,
  table: RecordTableName,
  where: Expression<SqlBool>,
): Promise<void> {
  if (usesRowLocks(db)) await db.executeQuery(lockOf(db, table, where))
}

const lockOf = (
  db: Db,
  table: RecordTableName,
  where: Expression<SqlBool> | Expression<unknown>,
): CompiledQuery =>
  sql`select id from ${sql.table(table)} where ${where} order by id for no key update`.compile(db)
