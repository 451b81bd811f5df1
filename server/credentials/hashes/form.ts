/** Tells whether a password is that of one hash. */
export type Verify = (password: string) => Promise<boolean>

/** One way of keeping a password: how its hashes look, and what they are verified by. */
export interface HashForm {
  name: string
  /** What none but its hashes begin with. */
  begins: RegExp
  /** @throws HashFault where the hash is malformed, or would cost more than is taken */
  read: (text: string) => Verify
}

/** A hash cannot be taken. Completes "the hash …", for people, and never repeats any of it. */
export class HashFault extends Error {}

/** The groups of a hash that is written as it should be. @throws HashFault */
export function partsOf(name: string, whole: RegExp, text: string): string[] {
  const match = whole.exec(text)
  if (!match) throw new HashFault(`is not a whole hash of ${name}`)
  return match.slice(1)
}

/** @throws HashFault unless the number is among those taken */
export function limit(
  name: string,
  what: string,
  value: number,
  [min, max]: readonly [number, number],
): void {
  if (value >= min && value <= max) return
  throw new HashFault(`is one of ${name} with ${what} out of bounds: ${min} to ${max} are taken`)
}

/** Base64 as it is written by anyone: padded or not, or with passlib's `.` in the place of `+`. @throws HashFault */
export function bytesOf(name: string, base64: string): Buffer {
  const text = base64.replaceAll('.', '+').replace(/=+$/, '')
  const bytes = Buffer.from(text, 'base64')
  if (unpadded(bytes) !== text) throw new HashFault(`is one of ${name} that holds no proper base64`)
  return bytes
}

export const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Lengths in bytes: a shorter hash could be met by chance, a longer one is no password's. */
export const SALT_BYTES = [1, 128] as const
export const HASH_BYTES = [16, 64] as const
