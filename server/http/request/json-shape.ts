const codeOf = (character: string): number => character.charCodeAt(0)
const [QUOTE, BACKSLASH, COLON] = ['"', '\\', ':'].map(codeOf) as [number, number, number]
const COMMA = codeOf(',')
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = ['[', ']', '{', '}'].map(codeOf) as [
  number,
  number,
  number,
  number,
]

/** What a JSON text may be made of. */
export interface ShapeLimits {
  levels: number
  /** Members of the body itself, where it is an object. */
  members: number
  /** Members of each item, where the body is a list. */
  itemMembers: number
  /** Members of any object below. */
  innerMembers: number
  /** Different names of members, in all. */
  names: number
  /** Objects and lists, in all. */
  containers: number
  /** Values after the first in objects and lists, in all: told by their commas. */
  values: number
}

type Fault = Exclude<keyof ShapeLimits, 'itemMembers' | 'innerMembers'>

/**
 * Which limit this JSON exceeds, if any: told of the text, before anything is made of it. Objects of a hundred thousand
 * members take ten times as long to make as to count.
 */
export function shapeFault(text: string, limits: ShapeLimits): Fault | undefined {
  const isList = text.trimStart().startsWith('[')
  /** Members so far of the object that is open at each level; of a list there are none. */
  const counts = new Int32Array(limits.levels + 1)
  const mostAt = (depth: number) =>
    depth === 1 ? limits.members : depth === 2 && isList ? limits.itemMembers : limits.innerMembers
  let depth = 0
  let most = 0
  let containers = 0
  let values = 0
  const names = new Set<string>()
  /** Of the string before. */
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

/** Where a string ends that begins here: what stands in it is not structure. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
  return text.length
}
