import { fold } from '../db/queries/texts.ts'
import { numbered, usernameBase } from '../resources/people/default-usernames.ts'
import { freeNumber } from '../resources/people/free-numbers.ts'

/** Bases that are kept in mind. */
const MAX_KEPT = 10_000

/**
 * Default usernames, as a create gives them, of many users in turn: of a thousand that begin with `info`, each goes on from
 * the number of the one before.
 */
export function usernameMaker() {
  /** The last number that was given after a base. */
  const last = new Map<string, number>()
  /** @param takenAmong which of some usernames, folded, are taken */
  return async (email: string, takenAmong: (keys: string[]) => Promise<Set<string>>): Promise<string> => {
    const base = usernameBase(email)
    const key = fold(base)
    const look = async (numbers: readonly number[]) => {
      const taken = await takenAmong(numbers.map((number) => numbered(key, number)))
      return new Set(numbers.filter((number) => taken.has(numbered(key, number))))
    }
    // The last one is taken, unless its row was not stored after all; where others took none, the next one is free.
    const before = last.get(key) ?? 1
    if (!(await look([before])).has(before)) return numbered(base, before)
    const next = before + 1
    const number = (await look([next])).has(next) ? await freeNumber(look, next) : next
    if (last.size >= MAX_KEPT) last.delete(last.keys().next().value as string)
    last.set(key, number)
    return numbered(base, number)
  }
}
