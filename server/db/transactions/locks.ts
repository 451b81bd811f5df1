import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { perDb } from '../per-db.ts'
import { isPostgres } from '../postgres/engine.ts'
import type { Db } from '../tables.ts'

/**
 * What a transaction can lock beside rows (row-locks.ts), in the order in which they are waited for. SQLite has one writer
 * and needs none of them.
 *
 * | space | shared by | exclusive for |
 * | --- | --- | --- |
 * | start | | what a start makes: permissions, the first roles |
 * | user | a write by this user, or by a token that this user made | a write that takes authority from the user |
 * | role | a write whose caller relies on this role | a write that changes what the role gives, or whether it counts |
 * | grants | | a write of links between roles and permissions |
 * | taxonomy_types, taxonomies | | a write that moves or removes records of the tree |
 * | tokens | | a write that makes a token for the user: at most so many work |
 * | usernames | | a look for a free number after this name |
 * | super-administrators | | a write that takes the role from a super administrator, or makes the first one |
 * | token-makers | | a write that takes rights from somebody who made tokens for others |
 */
const SPACES = [
  'start',
  'user',
  'role',
  'grants',
  'taxonomy_types',
  'taxonomies',
  'tokens',
  'usernames',
  'super-administrators',
  'token-makers',
] as const

export interface Lock {
  space: (typeof SPACES)[number]
  /** Of a user or role, or a digest of a name. */
  id?: number
  mode: 'shared' | 'exclusive'
}

/** Thrown in a transaction that another one got in the way of: it is undone and run again. */
export class RetryTransaction extends Error {
  /** What the next run begins by waiting for. */
  readonly locks: readonly Lock[]

  constructor(locks: readonly Lock[] = []) {
    super()
    this.locks = locks
  }
}

/** Locks of one space share this many keys, so that a bulk write cannot fill PostgreSQL's lock table. */
const BUCKETS = 256

/** Any number that nothing else in the database uses: the first half of each key. */
const KEY_BASE = 726_511_800

interface Key extends Lock {
  bucket: number
}

/** What a transaction holds. */
const held = perDb(() => new Map<string, Lock['mode']>())

/**
 * Waits until the transaction has all of these locks, and holds them until it ends. A statement sees only what was
 * committed before the statement began, so what the locks protect must be read by a later one. To be called before rows
 * are locked, for locks that come after those that are held. For others there is {@link tryLocks}.
 * @param author who writes, for the rows of `changes`: replicas show a user what they wrote
 */
export async function takeLocks(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): Promise<void> {
  // Outside of a transaction they would end with the statement, and wait on a connection that reads need.
  if (!needsLocks(db) || (missingOf(db, locks).length === 0 && author === undefined)) return
  await db.executeQuery(lockQuery(db, locks, { author }))
}

/** The statement of {@link takeLocks}, to be sent at once, together with one that reads what they protect. */
export function lockQuery(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): CompiledQuery {
  const missing = missingOf(db, locks)
  hold(db, missing)
  const calls = missing.map((key) => lockCall('pg_advisory_xact_lock', key))
  if (author !== undefined)
    calls.unshift(sql`set_config('rolecall.author', ${sql.lit(String(author))}, true)`)
  return sql`select ${sql.join(calls)}`.compile(db)
}

/**
 * Takes locks without waiting for them, for a transaction that has locked rows already. If it waited, it could deadlock
 * with one that holds the lock and waits for a row, and PostgreSQL undoes one of the two only after a second. Where a lock
 * is not free, the transaction is run again, and begins by waiting for it, in one order with all others.
 * @returns true where it took one that it did not hold: what the lock protects must then be read again
 * @throws RetryTransaction
 */
export async function tryLocks(db: Db, locks: readonly Lock[]): Promise<boolean> {
  const missing = needsLocks(db) ? missingOf(db, locks) : []
  if (missing.length === 0) return false
  const calls = missing.map((key) => lockCall('pg_try_advisory_xact_lock', key))
  const { rows } = await sql<{ free: boolean }>`select ${sql.join(calls, sql` and `)} as free`.execute(db)
  if (!rows[0]?.free) throw new RetryTransaction(locks)
  hold(db, missing)
  return true
}

/** Those of the locks that the transaction does not hold. */
export const missingLocks = (db: Db, locks: readonly Lock[]): readonly Lock[] => missingOf(db, locks)

/** Those that are not held, each key once, exclusive if any of its locks is; always in the same order. */
function missingOf(db: Db, locks: readonly Lock[]): Key[] {
  const missing = new Map<string, Key>()
  for (const lock of locks) {
    const key = { ...lock, bucket: (lock.id ?? 0) % BUCKETS }
    const name = nameOf(key)
    const modes = [held(db).get(name), missing.get(name)?.mode]
    if (!modes.some((mode) => mode === 'exclusive' || mode === lock.mode)) missing.set(name, key)
  }
  return [...missing.values()].sort(
    (one, other) => spaceOf(one) - spaceOf(other) || one.bucket - other.bucket,
  )
}

function hold(db: Db, keys: readonly Key[]): void {
  const modes = held(db)
  for (const key of keys) modes.set(nameOf(key), key.mode)
}

const nameOf = ({ space, bucket }: Key) => `${space} ${bucket}`

/** PostgreSQL evaluates a select list from left to right. */
function lockCall(name: string, { mode, bucket, ...lock }: Key): RawBuilder<unknown> {
  const call = sql.raw(mode === 'shared' ? `${name}_shared` : name)
  return sql`${call}(${sql.lit(KEY_BASE + spaceOf(lock))}, ${sql.lit(bucket)})`
}

/** Whether what a transaction relies on can change under it, but for locks. */
export const needsLocks = (db: Db): boolean => isPostgres(db) && db.isTransaction

const spaceOf = ({ space }: Pick<Lock, 'space'>) => SPACES.indexOf(space)
