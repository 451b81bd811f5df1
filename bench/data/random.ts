/** A 32-bit number for a number and a purpose: deterministic and unordered. */
export function mix(number: number, purpose = 0): number {
  let hash = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

export const below = (limit: number, number: number, purpose: number): number => mix(number, purpose) % limit

export const pick = <T>(items: readonly T[], number: number, purpose: number): T =>
  items[below(items.length, number, purpose)] as T

/** True for this percentage of numbers. */
export const percent = (share: number, number: number, purpose: number): boolean =>
  below(100, number, purpose) < share

const hex = (number: number) => number.toString(16).padStart(8, '0')

/** A UUID of version 7 with this time. */
export function uuidOf(ms: number, number: number, purpose: number): string {
  const time = ms.toString(16).padStart(12, '0')
  const [one, two, three] = [1, 2, 3].map((part) => hex(mix(number, purpose * 8 + part))) as [
    string,
    string,
    string,
  ]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-8${two.slice(0, 3)}-${two.slice(4)}${three}`
}
