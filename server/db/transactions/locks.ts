import { type CompiledQuery, sql } from 'kysely'
import { type ConcurrentWrites, dialectOf, type LockKey } from '../dialect.ts'
import { perDb } from '../per-db.ts'
import { pipeline } from '../queries/pipeline.ts'
import type { Db } from '../tables.ts'

/**
 * The advisory locks of a transaction, in the order in which it waits for them. Row locks are in row-locks.ts. An
 * engine with one writer needs no locks.
 *
 * | space | shared by | exclusive for |
 * | --- | --- | --- |
 * | start | | the records that a start creates: permissions, the first roles |
 * | user | a write by this user, or by a token that this user made | a write that removes authority from the user |
 * | role | a write whose caller relies on this role | a write that changes the role's permissions, or whether it is in force |
 * | grants | | a write of links between roles and permissions |
 * | trees | | a write that moves or removes records of a tree |
 * | tokens | | a write that makes a token for the user: the number of tokens is limited |
 * | usernames | | a search for a free number to append to this name |
 * | super-administrators | | a write that removes the role from a super administrator, or makes the first one |
 * | token-makers | | a write that revokes permissions of a user who made tokens for others |
 * | mails | | a write that sends mail to this address, or would if somebody had it: the number of mails is limited |
 * | entry-numbers | | giving the entries of the audit trail their numbers |
 * | old-entries | | deciding which entries of the audit trail are old enough to be deleted |
 */
/** Never reuse a number, and keep them: during an upgrade, processes of two versions exclude each other by them. */
const SPACES = {
  start: 0,
  user: 1,
  role: 2,
  grants: 3,
  trees: 5,
  tokens: 6,
  usernames: 7,
  'super-administrators': 8,
  'token-makers': 9,
  mails: 10,
  'entry-numbers': 11,
  'old-entries': 12,
} as const

export interface Lock {
  space: keyof typeof SPACES
  /** Of a user or role, or the digest of a name or an address. */
  id?: number
  mode: 'shared' | 'exclusive'
}

/** Thrown in a transaction that conflicts with another one: the transaction is rolled back and retried. */
export class RetryTransaction extends Error {
  /** The locks that the retry takes first. */
  readonly locks: readonly Lock[]

  constructor(locks: readonly Lock[] = []) {
    super()
    this.locks = locks
  }
}

/** Locks of one space share this many keys, so that a bulk write cannot fill the engine's lock table. */
const BUCKETS = 256

/** The locks that a transaction holds. */
const held = perDb(() => new Map<string, Lock['mode']>())

/**
 * Waits until the transaction holds all of these locks; it holds them until it ends. A statement sees only data that was
 * committed before the statement began, so the data that the locks protect must be read by a later statement. Call this
 * before any row is locked, and only for locks that come after the held ones in the order; otherwise use {@link tryLocks}.
 * @param author the user who writes, for the rows of `changes`: replicas use it for read-your-writes
 */
export async function takeLocks(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): Promise<void> {
  // Outside of a transaction, the locks would end with the statement and wait on a connection that reads need.
  if (!needsLocks(db) || (missingOf(db, locks).length === 0 && author === undefined)) return
  await db.executeQuery(lockQuery(db, locks, { author }))
}

/** The statement of {@link takeLocks}, to be pipelined with a statement that reads the protected data. */
export function lockQuery(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): CompiledQuery {
  const missing = missingOf(db, locks)
  hold(db, missing)
  const { lock, setAuthor } = writesOf(db)
  const calls = missing.map((key) => lock(key))
  if (author !== undefined) calls.unshift(setAuthor(author))
  return sql`select ${sql.join(calls)}`.compile(db)
}

/**
 * Takes locks without waiting, for a transaction that already holds row locks. Waiting could deadlock with a transaction
 * that holds the lock and waits for a row; PostgreSQL resolves a deadlock only after a second. If a lock is not free, the
 * transaction is retried, and the retry first waits for that lock, in the fixed order.
 * @returns true if it took a lock that it did not hold yet: the data that the lock protects must then be read again
 * @throws RetryTransaction
 */
export async function tryLocks(db: Db, locks: readonly Lock[]): Promise<boolean> {
  const missing = needsLocks(db) ? missingOf(db, locks) : []
  if (missing.length === 0) return false
  const { rows } = await db.executeQuery(tryQuery(db, missing))
  noteTried(db, { locks, missing, row: rows[0] })
  return true
}

/**
 * As {@link tryLocks}, and reads what the locks protect, in one round trip.
 * @throws RetryTransaction
 */
export async function readWithTriedLocks<Row>(
  db: Db,
  locks: readonly Lock[],
  query: CompiledQuery<Row>,
): Promise<Row[]> {
  const missing = needsLocks(db) ? missingOf(db, locks) : []
  if (missing.length === 0) return (await db.executeQuery(query)).rows
  const { tried, rows } = await pipeline(db, { tried: tryQuery(db, missing), rows: query })
  noteTried(db, { locks, missing, row: tried[0] })
  return rows
}

interface Tried {
  free: boolean
}

function tryQuery(db: Db, missing: readonly LockKey[]): CompiledQuery<Tried> {
  const calls = missing.map((key) => writesOf(db).tryLock(key))
  return sql<Tried>`select ${sql.join(calls, sql` and `)} as free`.compile(db)
}

function noteTried(
  db: Db,
  { locks, missing, row }: { locks: readonly Lock[]; missing: readonly LockKey[]; row: Tried | undefined },
): void {
  if (!row?.free) throw new RetryTransaction(locks)
  hold(db, missing)
}

/** The locks of these that the transaction does not hold. */
export const missingLocks = (db: Db, locks: readonly Lock[]): readonly Lock[] =>
  locks.filter((lock) => missingOf(db, [lock]).length > 0)

/** The keys that are not held, each once, exclusive if any of its locks is; always in the same order. */
function missingOf(db: Db, locks: readonly Lock[]): LockKey[] {
  const missing = new Map<string, LockKey>()
  for (const lock of locks) {
    const key = { space: SPACES[lock.space], bucket: (lock.id ?? 0) % BUCKETS, mode: lock.mode }
    const name = nameOf(key)
    const modes = [held(db).get(name), missing.get(name)?.mode]
    if (!modes.some((mode) => mode === 'exclusive' || mode === lock.mode)) missing.set(name, key)
  }
  return [...missing.values()].sort((one, other) => one.space - other.space || one.bucket - other.bucket)
}

function hold(db: Db, keys: readonly LockKey[]): void {
  const modes = held(db)
  for (const key of keys) modes.set(nameOf(key), key.mode)
}

const nameOf = ({ space, bucket }: LockKey) => `${space} ${bucket}`

const writesOf = (db: Db) => dialectOf(db).concurrentWrites as ConcurrentWrites

/** Whether concurrent transactions can change data that this one relies on, so that it needs locks. */
export const needsLocks = (db: Db): boolean =>
  db.isTransaction && dialectOf(db).concurrentWrites !== undefined
