/*
 * The list of common passwords that the service refuses, in a form that a page can load: 27 KB in place of 65. Of each
 * password of at least 8 characters there is a fingerprint of 24 bits; the sorted fingerprints are written as gaps of two
 * digits to the base of 64.
 */

export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The gap is longer: the next digits are added. */
export const LONG_GAP = DIGITS.length ** 2 - 1

const SHORTEST = 8

/** Of what the service compares: server/credentials/passwords.ts. FNV-1a, folded to 24 bits. */
export function fingerprintOf(password: string): number {
  let sum = 0x811c9dc5
  for (const byte of new TextEncoder().encode(password.normalize('NFKC').trim().toLowerCase()))
    sum = Math.imul(sum ^ byte, 0x01000193)
  return ((sum >>> 24) ^ sum) & 0xffffff
}

export function pack(passwords: readonly string[]): string {
  const long = passwords.filter(({ length }) => length >= SHORTEST)
  const sorted = [...new Set(long.map(fingerprintOf))].sort((one, other) => one - other)
  return sorted.map((each, index) => digitsOf(each - (sorted[index - 1] ?? 0))).join('')
}

function digitsOf(gap: number): string {
  if (gap >= LONG_GAP) return `__${digitsOf(gap - LONG_GAP)}`
  return `${DIGITS[Math.floor(gap / DIGITS.length)]}${DIGITS[gap % DIGITS.length]}`
}
