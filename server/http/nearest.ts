import { closest, distance } from 'fastest-levenshtein'

/** The name closest to what was typed, if it is close: for "did you mean". */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > 64 || names.length === 0) return undefined
  const best = closest(typed.toLowerCase(), names)
  const tolerance = Math.max(2, Math.floor(typed.length / 3))
  return distance(typed.toLowerCase(), best) <= tolerance ? best : undefined
}
