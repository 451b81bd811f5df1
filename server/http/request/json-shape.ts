const codeOf = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map(codeOf) as [number, number, number]
const COMMA = codeOf(',')
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = ['[', ']', '{', '}'].map(codeOf) as [
  number,
  number,
  number,
  number,
]

/** Limits on the structure of a JSON text. */
export interface ShapeLimits {
  levels: number
  /** Members of the body itself, if it is an object. */
  members: number
  /** Members of each item, if the body is a list. */
  itemMembers: number
  /** Members of any nested object. */
  innerMembers: number
  /** Different member names, in total. */
  names: number
  /** Objects and lists, in total. */
  containers: number
  /** Commas outside strings, in total: values after the first of each object or list. */
  values: number
}

type ExceededLimit = Exclude<keyof ShapeLimits, 'itemMembers' | 'innerMembers'>

/**
 * Returns the limit that this JSON exceeds, if any. Scans the text before it is parsed: parsing an object of a hundred
 * thousand members takes ten times as long as counting them.
 */
export function shapeFault(text: string, limits: ShapeLimits): ExceededLimit | undefined {
  const isList = text.trimStart().startsWith('[')
  /** Members so far of the open object at each level; 0 for a list. */
  const counts = new Int32Array(limits.levels + 1)
  const mostAt = (depth: number) =>
    depth === 1 ? limits.members : depth === 2 && isList ? limits.itemMembers : limits.innerMembers
  let depth = 0
  let most = 0
  let containers = 0
  let values = 0
  const names = new Set<string>()
  /** Position of the previous string. */
  let start = 0
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) {
      start = at
      at = endOfString(text, at)
      end = at
    } else if (character === COLON) {
      if (depth <= 0) continue
      if (names.add(text.slice(start, end)).size > limits.names) return 'names'
      const count = (counts[depth] as number) + 1
      if (count > most) return 'members'
      counts[depth] = count
    } else if (character === LIST || character === OBJECT) {
      if (++depth > limits.levels) return 'levels'
      if (++containers > limits.containers) return 'containers'
      counts[depth] = 0
      most = mostAt(depth)
    } else if (character === END_OF_LIST || character === END_OF_OBJECT) {
      depth--
      most = mostAt(depth)
    } else if (character === COMMA && ++values > limits.values) return 'values'
  }
  return undefined
}

/** The end of the string that starts here: its content is not structure. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
  return text.length
}
