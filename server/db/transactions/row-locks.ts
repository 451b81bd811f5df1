import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely'
import { chunks } from '../queries/chunks.ts'
import type { Db, RecordTableName } from '../tables.ts'
import { needsLocks } from './locks.ts'

/**
 * `update`: for a row that the transaction changes. `share`: for a referenced row that must not change meanwhile. `key`:
 * for a referenced row that must not be deleted permanently; other changes of it are allowed.
 */
export type RowLock = 'update' | 'share' | 'key' | 'none'

interface Lockable<Query> {
  forNoKeyUpdate: () => Query
  forShare: () => Query
  forKeyShare: () => Query
}

/**
 * In a transaction that needs locks, makes a query wait for concurrent writers of the same rows, lock the rows until the
 * transaction ends, and return their last committed version.
 */
export function locking<Query extends Lockable<Query>>(db: Db, query: Query, lock: RowLock): Query {
  if (!needsLocks(db) || lock === 'none') return query
  if (lock === 'update') return query.forNoKeyUpdate()
  return lock === 'share' ? query.forShare() : query.forKeyShare()
}

/** The same for rows to delete; skips rows that a concurrent transaction has locked, as it deletes them itself. */
export function skippingLocked<Query extends { forUpdate: () => { skipLocked: () => Query } }>(
  db: Db,
  query: Query,
): Query {
  return needsLocks(db) ? query.forUpdate().skipLocked() : query
}

/**
 * Statements that lock the rows with these ids in the order of the ids: transactions that all use this order do not
 * deadlock with each other. None if the transaction needs no locks.
 */
export function rowLocks(db: Db, table: RecordTableName, ids: readonly number[]): CompiledQuery[] {
  if (!needsLocks(db)) return []
  const inOrder = [...ids].sort((one, other) => one - other)
  return [...chunks(inOrder)].map((some) => lockOf(db, table, sql`id in (${sql.join(some)})`))
}

/** Locks the rows that match a condition. */
export async function lockMatching(
  db: Db,
  table: RecordTableName,
  where: Expression<SqlBool>,
): Promise<void> {
  if (needsLocks(db)) await db.executeQuery(lockOf(db, table, where))
}

const lockOf = (
  db: Db,
  table: RecordTableName,
  where: Expression<SqlBool> | Expression<unknown>,
): CompiledQuery =>
  sql`select id from ${sql.table(table)} where ${where} order by id for no key update`.compile(db)
