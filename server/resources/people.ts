import { crc32 } from 'node:zlib'
import type { Ctx } from '../access/context.ts'
import { canSeeContacts } from '../crud/columns.ts'
import type { AnyRow } from '../crud/resource.ts'
import { fold, from } from '../crud/store.ts'
import { takeLocks } from '../db/locks.ts'
import { indicesDecide, RunAgain, trustsIndices } from '../db/transaction.ts'
import { invalid, Refusal } from '../errors.ts'
import type { Fields } from '../http/parameters.ts'
import { digest } from '../secrets/digest.ts'
import { hashPassword, passwordFault } from '../secrets/passwords.ts'
import { isFitUsername, isForeignAddress } from './usernames.ts'

/** What registrations and users have in common. */
type PersonTableName = 'registrations' | 'users'

interface Named {
  first_name: string
  middle_name: string | null
  last_name: string | null
  display_name: string | null
}

const joined = (...parts: (string | null)[]) => parts.filter((part) => part != null).join(' ')

/** First, middle, last and display name, and the joined full names. */
export const personNames = ({
  first_name: first,
  middle_name: middle,
  last_name: last,
  display_name: display,
}: Named) => [joined(first, last), middle == null ? null : joined(first, middle, last), display]

/** Parts of these are parts of the text that `q` searches. */
export const PERSON_NAMES = ['first_name', 'middle_name', 'last_name', 'display_name', 'name'] as const

const ID = /^\d{1,15}$/

/** `q` also searches the email, where the caller may see it, and the id. */
export const searchedOfPerson = (ctx: Ctx, q: string) => ({
  columns: canSeeContacts(ctx) ? (['email_key'] as const) : [],
  id: ID.test(q) ? Number(q) : undefined,
})

/** Secrets that are kept as a digest. */
const DIGESTED = ['activation_code', 'remember_token', 'login_otp', 'reset_password_code']

/** Turns the secrets of an input into what is stored of them. Done before the transaction: argon2 takes its time. */
export async function sealSecrets(input: Fields): Promise<Fields> {
  const { password, ...sealed } = input
  for (const name of DIGESTED) {
    if (sealed[name] === undefined) continue
    sealed[`${name}_hash`] = sealed[name] === null ? null : digest(sealed[name] as string)
    delete sealed[name]
  }
  if (typeof password === 'string') {
    const fault = passwordFault(password)
    if (fault) throw invalid([fault])
    sealed.password_hash = await hashPassword(password)
  } else if (password === null) sealed.password_hash = null
  return sealed
}

const UNFIT = /[^\p{L}\p{N}._@-]/gu
const MAX_USERNAME = 150

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
  const username = await defaultUsername(ctx, table, email)
  return store(username).catch(lookAgain(ctx))
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
  (ctx: Ctx) =>
  (error: unknown): never => {
    const isTaken = error instanceof Refusal && error.code === 'username_taken'
    throw isTaken && indicesDecide(ctx.db) ? new RunAgain() : error
  }

async function defaultUsername(ctx: Ctx, table: PersonTableName, email: string): Promise<string> {
  const base = usernameBase(email)
  if (trustsIndices(ctx.db)) return base
  // Those who look for a number for the same name do so one after the other.
  await takeLocks(ctx.db, [{ space: 'usernames', id: crc32(fold(base)), mode: 'exclusive' }])
  const taken = new Set(await usernamesLike(ctx, table, base))
  let candidate = base
  for (let number = 2; taken.has(fold(candidate)); number++) candidate = `${base}${number}`
  return candidate
}

/** What a username is made of where none is given. */
export function usernameBase(email: string): string {
  const local = (email.split('@', 1)[0] as string).replaceAll(UNFIT, '').slice(0, MAX_USERNAME - 16)
  // By itself, a number or a UUID would be taken for an id.
  return isFitUsername(local) && local !== '' ? local : `user${local}`
}

export async function usernamesLike(ctx: Ctx, table: PersonTableName, base: string): Promise<string[]> {
  const key = fold(base)
  const rows = await (from(ctx.db, table) as ReturnType<typeof from>)
    .select('username_key')
    .where('deleted_at', 'is', null)
    .where('username_key', '>=', key)
    // The character after all digits: what lies between is the base and whatever begins with it and a number.
    .where('username_key', '<', `${key}:`)
    .execute()
  return rows.map((row: { username_key: string }) => row.username_key)
}
