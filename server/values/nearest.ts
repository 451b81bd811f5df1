import { closest, distance } from 'fastest-levenshtein'
import { type Message, say } from '../messages/say.ts'

/** Longer names are unlikely to be typos, and slow to compare. */
export const MAX_TYPED_LENGTH = 64

/** The name most similar to the typed one, ignoring case; undefined if none is similar. For "did you mean". */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if (typed.trim() === '' || typed.length > MAX_TYPED_LENGTH || names.length === 0) return undefined
  const folded = names.map((name) => name.toLowerCase())
  const lowered = typed.toLowerCase()
  const best = closest(lowered, folded)
  const tolerance = Math.max(2, Math.floor(typed.length / 3))
  return distance(lowered, best) <= tolerance ? names[folded.indexOf(best)] : undefined
}

/** A sentence to append to a message, or ''. */
export const didYouMean = (meant: string | undefined): Message | '' =>
  meant === undefined ? '' : say` Did you mean ${meant}?`
