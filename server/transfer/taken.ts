import type { Ctx } from '../access/context.ts'
import { anyTable } from '../crud/query/store.ts'
import { chunks } from '../db/queries/chunks.ts'
import { fold } from '../db/queries/texts.ts'
import { usernameBase } from '../resources/people/default-usernames.ts'
import type { Seen } from './seen.ts'
import type { UserRow } from './user-rows.ts'

/** The user who has an email or a username: their id, or the negated row number for a user from the file. */
export type Owner = number

/** Which emails and usernames are taken by stored users and earlier rows. */
export interface Taken {
  ownerOfEmail: (key: string) => Promise<Owner | undefined>
  ownerOfUsername: (key: string) => Promise<Owner | undefined>
  /** Which of some usernames are taken, with one query. */
  usernamesAmong: (keys: readonly string[]) => Promise<Set<string>>
  take: (email: string, username: string, row: number) => void
  /** The keys that rows of this batch took, for later batches. */
  keys: () => string[]
}

/** Loads all keys of a batch at once. @param seen the keys that earlier batches took, in a dry run */
export async function takenBy(ctx: Ctx, rows: readonly UserRow[], seen?: Seen): Promise<Taken> {
  const emails = await keyLookup(
    ctx,
    'email_key',
    rows.map(({ emailKey }) => emailKey),
  )
  const usernames = await keyLookup(
    ctx,
    'username_key',
    rows.flatMap(({ email, emailKey, values }) => [
      fold((values.username as string | undefined) ?? usernameBase(email)),
      emailKey,
    ]),
  )
  const keys: string[] = []
  const seenAs = async (kind: string, key: string) => ((await seen?.has(`${kind} ${key}`)) ? -1 : undefined)
  const ownerOfUsername = async (key: string) => {
    await usernames.load(key)
    return usernames.owners.get(key) ?? seenAs('username', key)
  }
  return {
    ownerOfEmail: async (key) => {
      await emails.load(key)
      return emails.owners.get(key) ?? seenAs('email', key)
    },
    ownerOfUsername,
    usernamesAmong: async (keys) => {
      await usernames.load(...keys)
      const found = new Set<string>()
      for (const key of keys) if ((await ownerOfUsername(key)) !== undefined) found.add(key)
      return found
    },
    take: (email, username, row) => {
      emails.owners.set(email, -row)
      usernames.owners.set(username, -row)
      keys.push(`email ${email}`, `username ${username}`)
    },
    keys: () => keys,
  }
}

async function keyLookup(ctx: Ctx, column: 'email_key' | 'username_key', keys: readonly string[]) {
  const owners = new Map<string, Owner>()
  const loaded = new Set<string>()
  const load = async (...keys: string[]) => {
    const some = keys.filter((key) => !loaded.has(key))
    if (some.length === 0) return
    for (const key of some) loaded.add(key)
    const found = await ctx.db
      .selectFrom('users')
      .where(anyTable()(column, 'in', padded(some)))
      .where('deleted_at', 'is', null)
      .select(['id', column])
      .execute()
    for (const user of found) owners.set((user as Record<string, unknown>)[column] as string, user.id)
  }
  for (const some of chunks([...new Set(keys)], VALUES_PER_KEY)) await load(...some)
  return { owners, load }
}

/** Limits a statement to 1,000 keys. */
const VALUES_PER_KEY = 10

/** Repeats the last key up to a power of ten, so that few different statements are prepared. */
function padded(keys: readonly string[]): string[] {
  const length = 10 ** Math.ceil(Math.log10(keys.length))
  return [...keys, ...Array(length - keys.length).fill(keys.at(-1))]
}
