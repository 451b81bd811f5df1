import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnyRow, RecordWrite } from '../../crud/define/resource.ts'
import { perDb } from '../../db/per-db.ts'
import { inBatches } from '../../db/queries/chunks.ts'
import { textRows } from '../../db/queries/id-lists.ts'
import { fold } from '../../db/queries/texts.ts'
import {
  type Lock,
  missingLocks,
  RetryTransaction,
  takeLocks,
  tryLocks,
} from '../../db/transactions/locks.ts'
import { enforcesUniqueByIndex, skipsUniqueCheck } from '../../db/transactions/transaction.ts'
import { Refusal } from '../../errors.ts'
import type { Fields } from '../../values/fields.ts'
import { type FindTaken, freeNumber, freeNumbers } from './free-numbers.ts'
import { isAllowedUsername, isForeignAddress } from './usernames.ts'

/** Both tables have usernames. */
type PersonTableName = 'registrations' | 'users'

const UNFIT = /[^\p{L}\p{N}._@-]/gu
const MAX_USERNAME = 150

/** The base of a default username. */
export function usernameBase(email: string): string {
  const local = (email.split('@', 1)[0] as string).replaceAll(UNFIT, '').slice(0, MAX_USERNAME - 16)
  // By itself, a number or a UUID would be taken for an id.
  return isAllowedUsername(local) && local !== '' ? local : `user${local}`
}

/** Number 1 is the base itself, without a number. */
export const numbered = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`)

/**
 * Stores a person under the email's local part, plus a number if another live record has it. On PostgreSQL, the first try
 * reads nothing: the unique index refuses taken names, also those that concurrent transactions take.
 */
export async function withDefaultUsername(
  ctx: Ctx,
  table: PersonTableName,
  email: string,
  store: (username: string) => Promise<RecordWrite>,
): Promise<RecordWrite> {
  const write = await store(await defaultUsername(ctx, table, email))
  return write.mapError(retryIfTaken(ctx, [lockOf(fold(usernameBase(email)))]))
}

/** A username that is free: one of {@link reserveUsernames}, if it was called. Another transaction may take it before it is stored. */
export async function defaultUsername(ctx: Ctx, table: PersonTableName, email: string): Promise<string> {
  const base = usernameBase(email)
  const number = reserved(ctx.db)
    .get(`${table} ${fold(base)}`)
    ?.shift()
  return numbered(base, number ?? (await free(ctx, table, base)))
}

/**
 * Changes a person. A username that equals the email changes with it, as the old address may get another owner. If the new
 * address is no valid username, the person gets a default one.
 */
export async function withUsernameOfEmail(
  ctx: Ctx,
  table: PersonTableName,
  row: AnyRow,
  changes: Fields,
  store: (changes: Fields) => Promise<RecordWrite>,
): Promise<RecordWrite> {
  const { email, username } = changes
  const isTheirs = fold(row.username as string) === row.email_key
  const isLeft = typeof email === 'string' && isForeignAddress(row.username as string, email)
  if (!isTheirs || !isLeft || username !== undefined) return store(changes)
  const fits =
    email.length <= MAX_USERNAME && email.replaceAll(UNFIT, '') === email && isAllowedUsername(email)
  if (fits) return store({ ...changes, username: email })
  return withDefaultUsername(ctx, table, email, (username) => store({ ...changes, username }))
}

/** Handles a username that was free when it was looked up: if it is taken by now, the transaction runs again. */
export const retryIfTaken =
  (ctx: Ctx, locks: readonly Lock[] = []) =>
  (error: unknown): never => {
    const isTaken = error instanceof Refusal && error.code === 'username_taken'
    throw isTaken && enforcesUniqueByIndex(ctx.db) ? new RetryTransaction(missingLocks(ctx.db, locks)) : error
  }

async function free(ctx: Ctx, table: PersonTableName, base: string): Promise<number> {
  if (skipsUniqueCheck(ctx.db)) return 1
  await tryLocks(ctx.db, [lockOf(fold(base))])
  const findTaken = takenFinder(ctx, table, fold(base))
  // Usually the base itself is free; looking up one name is faster than forty.
  return (await findTaken([1])).has(1) ? freeNumber(findTaken, 1) : 1
}

/** Makes transactions that look for the same username wait for each other. */
export async function lockUsername({ db }: Ctx, username: string): Promise<void> {
  await tryLocks(db, [lockOf(fold(username))])
}

/** Another username for a person who gives theirs up: made of their address, with a number if need be. */
export async function usernameInPlaceOf(
  ctx: Ctx,
  table: PersonTableName,
  email: string,
  givenUp: string,
): Promise<string> {
  const base = usernameBase(email)
  await lockUsername(ctx, base)
  const findTaken = takenFinder(ctx, table, fold(base), new Set([fold(givenUp)]))
  return numbered(base, await freeNumber(findTaken, 0))
}

/** Whether a username is the default one of this address with a number, as somebody else had the default one. */
export function isNumberedDefault(username: string, email: string): boolean {
  const [name, base] = [fold(username), fold(usernameBase(email))]
  return name.startsWith(base) && /^\d+$/.test(name.slice(base.length))
}

/** Serializes transactions that look for a number for the same base. */
const lockOf = (key: string): Lock => ({ space: 'usernames', id: crc32(key), mode: 'exclusive' })

/** Free numbers that a transaction has found for the people that it is about to store. */
const reserved = perDb(() => new Map<string, number[]>())

/**
 * Finds default usernames for many people before any of them is stored: one query for all bases, and a few for each base
 * that is taken or wanted more than once.
 */
export async function reserveUsernames(
  ctx: Ctx,
  table: PersonTableName,
  people: readonly Fields[],
): Promise<void> {
  const [named, nameless] = [
    people.filter(({ username }) => username != null),
    people.filter(({ username }) => username == null),
  ]
  if (nameless.length === 0) return
  const keys = nameless.map(({ email }) => fold(usernameBase(email as string)))
  const wanted = Map.groupBy(keys, (key) => key)
  // Locks all bases, also free ones, in one call: two requests may want the same ones in different orders.
  await takeLocks(ctx.db, [...wanted.keys()].map(lockOf))
  const given = new Set(named.map(({ username }) => fold(username as string)))
  for (const key of await takenAmong(ctx, table, [...wanted.keys()])) given.add(key)
  const isSimple = ([key, all]: [string, string[]]) => all.length === 1 && !given.has(key)
  const simple = [...wanted].filter(isSimple).map(([key]) => key)
  for (const key of simple) given.add(key)
  const found = new Map(simple.map((key) => [`${table} ${key}`, [1]]))
  const others = [...wanted].filter(([key]) => !found.has(`${table} ${key}`))
  for await (const some of inBatches(others, NAMES_PER_BATCH)) {
    for (const [key, { length }] of some) {
      const numbers = await freeNumbers(takenFinder(ctx, table, key, given), length)
      for (const number of numbers) given.add(numbered(key, number))
      found.set(`${table} ${key}`, numbers)
    }
  }
  const numbersByName = reserved(ctx.db)
  numbersByName.clear()
  for (const [name, numbers] of found) numbersByName.set(name, numbers)
}

/** Bases that are looked up between two yields to the event loop. */
const NAMES_PER_BATCH = 10

/** @param given names that other people of the same call have or will get */
function takenFinder(ctx: Ctx, table: PersonTableName, key: string, given?: ReadonlySet<string>): FindTaken {
  return async (numbers) => {
    const keys = new Map(numbers.map((number) => [numbered(key, number), number]))
    const taken = await takenAmong(ctx, table, [...keys.keys()])
    for (const one of given ? keys.keys() : []) if (given?.has(one)) taken.push(one)
    return new Set(taken.map((one) => keys.get(one) as number))
  }
}

/**
 * Which of these folded usernames live records have. There is no condition on `deleted_at`: without statistics, PostgreSQL
 * would consider an index of all live records as good as that of usernames, and read all of it for each name.
 */
async function takenAmong(ctx: Ctx, table: PersonTableName, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select asked.value as value from ${textRows(ctx.db, keys)}
    where (select min(case when holder.deleted_at is null then 0 else 1 end)
      from ${sql.table(table)} as holder where holder.username_key = asked.value) = 0`.execute(ctx.db)
  return rows.map(({ value }) => value)
}
