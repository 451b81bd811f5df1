import type { Ctx } from '../access/context.ts'
import { fold } from '../crud/store.ts'
import { usernameBase, usernamesLike } from '../resources/people.ts'

/** Bases that are kept in mind. */
const MAX_KEPT = 10_000

/**
 * Default usernames, as a create gives them, of many users in turn: of a thousand that begin with `info`, the last one
 * does not look at all the others anew.
 */
export function usernameMaker() {
  /** The least number that may be free after a base. */
  const next = new Map<string, number>()
  return async (ctx: Ctx, email: string, isTaken: (key: string) => Promise<boolean>): Promise<string> => {
    const base = usernameBase(email)
    const key = fold(base)
    if (!next.has(key) && !(await isTaken(key))) return base
    const stored = next.has(key) ? undefined : new Set(await usernamesLike(ctx, 'users', base))
    let number = next.get(key) ?? 2
    while (stored?.has(`${key}${number}`) || (await isTaken(`${key}${number}`))) number += 1
    if (next.size >= MAX_KEPT) next.delete(next.keys().next().value as string)
    next.set(key, number)
    return `${base}${number}`
  }
}
