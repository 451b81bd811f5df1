import { distance } from 'fastest-levenshtein'
import { LONGEST_TYPED } from '../../values/nearest.ts'

const API = 'api'

/** The paths that are served, for "did you mean" where somebody asks for one that is not. */
export class NearPaths {
  readonly #patterns = new Map<string, string[]>()

  /** @param pattern as Fastify has it: `/api/users/:id` */
  add(pattern: string): void {
    if (pattern.startsWith(`/${API}/`)) this.#patterns.set(pattern, partsOf(pattern))
  }

  /**
   * The path that is nearest, if one is near, as the description has it: `/api/users/{id}`. Nothing of what was asked for is
   * in it, since a client may have put a secret there.
   * @param url as it was asked for
   */
  nearest(url: string): string | undefined {
    const asked = partsOf(url.split('?', 1)[0] as string)
    if (asked.some((part) => part.length > LONGEST_TYPED)) return undefined
    const wanted = asked[0] === API ? [asked] : [asked, [API, ...asked]]
    let best: { pattern: string; cost: number } | undefined
    for (const [pattern, parts] of this.#patterns) {
      for (const each of wanted) {
        const cost = costOf(parts, each)
        if (cost !== undefined && cost < (best?.cost ?? Infinity)) best = { pattern, cost }
      }
    }
    return best?.pattern.replaceAll(/:(\w+)/g, '{$1}')
  }
}

const partsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

/** How much would have to be changed; undefined where that would be another path altogether. */
function costOf(parts: readonly string[], asked: readonly string[]): number | undefined {
  if (parts.length !== asked.length) return undefined
  let cost = 0
  for (const [index, part] of parts.entries()) {
    const given = asked[index] as string
    // A parameter matches anything: it counts less than a misspelt word, and more than a right one.
    if (part.startsWith(':')) cost += 0.5
    else if (part !== given) {
      const changes = distance(part, given)
      if (changes > Math.max(1, Math.floor(part.length / 3))) return undefined
      cost += changes
    }
  }
  return cost
}
