import { distance } from 'fastest-levenshtein'
import { MAX_TYPED_LENGTH } from '../../values/nearest.ts'

const API = 'api'

/** All served paths, for "did you mean" hints on unknown ones. */
export class NearPaths {
  readonly #patterns = new Map<string, string[]>()

  /** @param pattern in Fastify's form: `/api/users/:id` */
  add(pattern: string): void {
    if (pattern.startsWith(`/${API}/`)) this.#patterns.set(pattern, partsOf(pattern))
  }

  /**
   * The nearest path, if one is near, in the form of the OpenAPI description: `/api/users/{id}`. It contains no part of the
   * requested URL, since a client may have put a secret there.
   */
  nearest(url: string): string | undefined {
    const requested = partsOf(url.split('?', 1)[0] as string)
    if (requested.some((part) => part.length > MAX_TYPED_LENGTH)) return undefined
    const whole = requested[0] === API ? [requested] : [requested, [API, ...requested]]
    const wanted = [...whole, ...whole.filter(lacksColumn).map((parts) => parts.toSpliced(2, 0, 'id'))]
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

/** A path such as `/api/users/2/roles/editor`, in which the id has no column before it. */
const lacksColumn = ([, , value = '']: readonly string[]): boolean => /^\d+$/.test(value)

/** The edit distance of two paths; undefined if they differ too much. */
function costOf(parts: readonly string[], requested: readonly string[]): number | undefined {
  if (parts.length !== requested.length) return undefined
  let cost = 0
  for (const [index, part] of parts.entries()) {
    const given = requested[index] as string
    // A parameter matches anything: it costs less than a misspelt word, and more than a correct one.
    if (part.startsWith(':')) cost += 0.5
    else if (part !== given) {
      const changes = distance(part, given)
      if (changes > Math.max(1, Math.floor(part.length / 3))) return undefined
      cost += changes
    }
  }
  return cost
}
