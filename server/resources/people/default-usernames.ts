import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { AnyRow } from '../../crud/define/resource.ts'
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
import { freeNumber, freeNumbers, type Look } from './free-numbers.ts'
import { isFitUsername, isForeignAddress } from './usernames.ts'

/** What registrations and users have in common. */
type PersonTableName = 'registrations' | 'users'

const UNFIT = /[^\p{L}\p{N}._@-]/gu
const MAX_USERNAME = 150

/** What a username is made of where none is given. */
export function usernameBase(email: string): string {
  const local = (email.split('@', 1)[0] as string).replaceAll(UNFIT, '').slice(0, MAX_USERNAME - 16)
  // By itself, a number or a UUID would be taken for an id.
  return isFitUsername(local) && local !== '' ? local : `user${local}`
}

/** The first username that is made of a base is the base itself. */
export const numbered = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`)

/**
 * Stores a person under the email's local part, with a number after it where another live record has it already. On
 * PostgreSQL it is first tried without a look: the index refuses what is taken, also what others take at this moment.
 */
export async function withDefaultUsername<T>(
  ctx: Ctx,
  table: PersonTableName,
  email: string,
  store: (username: string) => Promise<T>,
): Promise<T> {
  const base = usernameBase(email)
  const number = reserved(ctx.db)
    .get(`${table} ${fold(base)}`)
    ?.shift()
  const username = numbered(base, number ?? (await free(ctx, table, base)))
  return store(username).catch(lookAgain(ctx, [lockOf(fold(base))]))
}

/**
 * Changes a person. A username that is their email changes with it: the old address may become somebody else's. Where the
 * new one would be no username, a default one is given.
 */
export async function withOwnAddress(
  ctx: Ctx,
  table: PersonTableName,
  row: AnyRow,
  changes: Fields,
  store: (changes: Fields) => Promise<void>,
): Promise<void> {
  const { email, username } = changes
  const isTheirs = fold(row.username as string) === row.email_key
  const isLeft = typeof email === 'string' && isForeignAddress(row.username as string, email)
  if (!isTheirs || !isLeft || username !== undefined) return store(changes)
  const fits = email.length <= MAX_USERNAME && email.replaceAll(UNFIT, '') === email && isFitUsername(email)
  if (fits) return store({ ...changes, username: email })
  return withDefaultUsername(ctx, table, email, (username) => store({ ...changes, username }))
}

/** For a username that was free when it was looked up: where another one has taken it since, the transaction looks again. */
export const lookAgain =
  (ctx: Ctx, locks: readonly Lock[] = []) =>
  (error: unknown): never => {
    const isTaken = error instanceof Refusal && error.code === 'username_taken'
    throw isTaken && enforcesUniqueByIndex(ctx.db) ? new RetryTransaction(missingLocks(ctx.db, locks)) : error
  }

async function free(ctx: Ctx, table: PersonTableName, base: string): Promise<number> {
  if (skipsUniqueCheck(ctx.db)) return 1
  await tryLocks(ctx.db, [lockOf(fold(base))])
  const look = looker(ctx, table, fold(base))
  // Mostly the name itself is free, which is looked up faster than forty names.
  return (await look([1])).has(1) ? freeNumber(look, 1) : 1
}

/** Those who look for a number for the same name do so one after the other. */
const lockOf = (key: string): Lock => ({ space: 'usernames', id: crc32(key), mode: 'exclusive' })

/** Numbers that a transaction has found free, for people that it is about to store. */
const reserved = perDb(() => new Map<string, number[]>())

/**
 * Finds usernames for many who gave none, before any of them is stored: by one look for all names, and a few for each that
 * is taken or wanted more than once.
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
  // Of all names, also of those that are free: two calls may want the same, in different orders.
  await takeLocks(ctx.db, [...wanted.keys()].map(lockOf))
  const given = new Set(named.map(({ username }) => fold(username as string)))
  for (const key of await takenAmong(ctx, table, [...wanted.keys()])) given.add(key)
  const isSimple = ([key, all]: [string, string[]]) => all.length === 1 && !given.has(key)
  const simple = [...wanted].filter(isSimple).map(([key]) => key)
  for (const key of simple) given.add(key)
  const found = new Map(simple.map((key) => [`${table} ${key}`, [1]]))
  const others = [...wanted].filter(([key]) => !found.has(`${table} ${key}`))
  for await (const some of inBatches(others, A_FEW)) {
    for (const [key, { length }] of some) {
      const numbers = await freeNumbers(looker(ctx, table, key, given), length)
      for (const number of numbers) given.add(numbered(key, number))
      found.set(`${table} ${key}`, numbers)
    }
  }
  const kept = reserved(ctx.db)
  kept.clear()
  for (const [name, numbers] of found) kept.set(name, numbers)
}

/** Names that are looked at between two turns of the event loop. */
const A_FEW = 10

/** @param given what others of the same call have or are about to have */
function looker(ctx: Ctx, table: PersonTableName, key: string, given?: ReadonlySet<string>): Look {
  return async (numbers) => {
    const keys = new Map(numbers.map((number) => [numbered(key, number), number]))
    const taken = await takenAmong(ctx, table, [...keys.keys()])
    for (const one of given ? keys.keys() : []) if (given?.has(one)) taken.push(one)
    return new Set(taken.map((one) => keys.get(one) as number))
  }
}

/**
 * Which of these usernames, folded, live records have. No condition says that they are live: without statistics,
 * PostgreSQL would take an index of all live records for as good as that of usernames, and read all of it for each.
 */
async function takenAmong(ctx: Ctx, table: PersonTableName, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select asked.value as value from ${textRows(ctx.db, keys)}
    where (select min(case when holder.deleted_at is null then 0 else 1 end)
      from ${sql.table(table)} as holder where holder.username_key = asked.value) = 0`.execute(ctx.db)
  return rows.map(({ value }) => value)
}
