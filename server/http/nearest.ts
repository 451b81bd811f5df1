import { closest, distance } from 'fastest-levenshtein'

/** The name closest to what was typed, in whatever case, if it is close: for "did you mean". */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > 64 || names.length === 0) return undefined
  const folded = names.map((name) => name.toLowerCase())
  const asked = typed.toLowerCase()
  const best = closest(asked, folded)
  const tolerance = Math.max(2, Math.floor(typed.length / 3))
  return distance(asked, best) <= tolerance ? names[folded.indexOf(best)] : undefined
}
