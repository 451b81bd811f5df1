import { fold } from '../db/queries/texts.ts'
import { numbered, usernameBase } from '../resources/people/default-usernames.ts'
import { freeNumber } from '../resources/people/free-numbers.ts'

/** Bases whose last number is remembered. */
const MAX_BASES = 10_000

/**
 * Makes the default usernames of many users, as a create does. It remembers the last number per base, so that each of a
 * thousand users named `info` continues from the one before.
 */
export function usernameMaker() {
  /** The last number used with a base. */
  const last = new Map<string, number>()
  /** @param takenAmong which of some usernames, folded, are taken */
  return async (email: string, takenAmong: (keys: string[]) => Promise<Set<string>>): Promise<string> => {
    const base = usernameBase(email)
    const key = fold(base)
    const findTaken = async (numbers: readonly number[]) => {
      const taken = await takenAmong(numbers.map((number) => numbered(key, number)))
      return new Set(numbers.filter((number) => taken.has(numbered(key, number))))
    }
    // The last number is taken unless its row was not stored. Usually the next one is free.
    const before = last.get(key) ?? 1
    if (!(await findTaken([before])).has(before)) return numbered(base, before)
    const next = before + 1
    const number = (await findTaken([next])).has(next) ? await freeNumber(findTaken, next) : next
    if (last.size >= MAX_BASES) last.delete(last.keys().next().value as string)
    last.set(key, number)
    return numbered(base, number)
  }
}
