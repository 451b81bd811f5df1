import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import { isPostgres } from './postgres.ts'

/**
 * What a transaction can lock beside rows (row-locks.ts), in the order in which locks are taken. SQLite has one writer and
 * needs none of them.
 *
 * | space | shared by | exclusive for |
 * | --- | --- | --- |
 * | start | | what a start makes: permissions, the first roles |
 * | user | a write by this user, or by a token that this user made | a write that takes authority from the user |
 * | role | a write whose caller relies on this role | a write that changes what the role gives, or whether it counts |
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

/** Locks of one space share this many keys, so that a bulk write cannot fill PostgreSQL's lock table. */
const BUCKETS = 256

/** Any number that nothing else in the database uses: the first half of each key. */
const FIRST_KEY = 726_511_800

/**
 * Waits until the transaction has all of these locks, and holds them until it ends. A statement sees only what was
 * committed before the statement began, so what the locks protect must be read by a later one.
 * @param author who writes, for the rows of `changes`: replicas show a user what they wrote
 */
export async function takeLocks(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): Promise<void> {
  // Outside of a transaction they would end with the statement, and wait on a connection that reads need.
  if (!needsLocks(db) || (locks.length === 0 && author === undefined)) return
  await db.executeQuery(lockQuery(db, locks, { author }))
}

/** The statement of {@link takeLocks}, to be sent together with one that reads what they protect. */
export function lockQuery(
  db: Db,
  locks: readonly Lock[],
  { author }: { author?: number | undefined } = {},
): CompiledQuery {
  const calls = inOrder(locks)
  if (author !== undefined)
    calls.unshift(sql`set_config('rolecall.author', ${sql.lit(String(author))}, true)`)
  return sql`select ${sql.join(calls)}`.compile(db)
}

/** Each key once, exclusive if any of its locks is; always in the same order, so that transactions rarely deadlock. */
function inOrder(locks: readonly Lock[]): RawBuilder<unknown>[] {
  const modes = new Map<string, Lock & { bucket: number }>()
  for (const lock of locks) {
    const bucket = (lock.id ?? 0) % BUCKETS
    const key = `${lock.space} ${bucket}`
    if (modes.get(key)?.mode !== 'exclusive') modes.set(key, { ...lock, bucket })
  }
  return [...modes.values()]
    .sort((one, other) => spaceOf(one) - spaceOf(other) || one.bucket - other.bucket)
    .map(({ mode, bucket, ...lock }) => {
      const take = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
      // PostgreSQL evaluates a select list from left to right.
      return sql`${take}(${sql.lit(FIRST_KEY + spaceOf(lock))}, ${sql.lit(bucket)})`
    })
}

/** Whether what a transaction relies on can change under it, but for locks. */
export const needsLocks = (db: Db): boolean => isPostgres(db) && db.isTransaction

const spaceOf = ({ space }: Pick<Lock, 'space'>) => SPACES.indexOf(space)
