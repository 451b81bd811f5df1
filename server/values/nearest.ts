import { closest, distance } from 'fastest-levenshtein'
import { type Message, say } from '../messages/say.ts'

/** Longer ones are no slips of a finger, and take long to compare. */
export const LONGEST_TYPED = 64

/** The name closest to what was typed, in whatever case, if it is close: for "did you mean". */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if (typed.trim() === '' || typed.length > LONGEST_TYPED || names.length === 0) return undefined
  const folded = names.map((name) => name.toLowerCase())
  const asked = typed.toLowerCase()
  const best = closest(asked, folded)
  const tolerance = Math.max(2, Math.floor(typed.length / 3))
  return distance(asked, best) <= tolerance ? names[folded.indexOf(best)] : undefined
}

/** A sentence to follow a message, where something is near. */
export const didYouMean = (meant: string | undefined): Message | '' =>
  meant === undefined ? '' : say` Did you mean ${meant}?`
