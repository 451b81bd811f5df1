/** Checks a password against one hash. */
export type Verify = (password: string) => Promise<boolean>

/** A format of password hashes: how to recognise one, and how to verify a password against it. */
export interface HashFormat {
  name: string
  /** Matches the start of its hashes, and of no others. */
  prefix: RegExp
  /** @throws HashFault if the hash is malformed, or its cost exceeds our limits */
  read: (text: string) => Verify
}

/** A hash is refused. The message completes "the hash …" and never quotes the hash. */
export class HashFault extends Error {}

/** The capture groups of the pattern. @throws HashFault if the hash does not match it */
export function matchGroups(name: string, pattern: RegExp, text: string): string[] {
  const match = pattern.exec(text)
  if (!match) throw new HashFault(`is not a whole hash of ${name}`)
  return match.slice(1)
}

/** @throws HashFault if the number is out of bounds */
export function limit(
  name: string,
  what: string,
  value: number,
  [min, max]: readonly [number, number],
): void {
  if (value >= min && value <= max) return
  throw new HashFault(`is one of ${name} with ${what} out of bounds: ${min} to ${max} are taken`)
}

/** Decodes base64: padded or not, or with passlib's `.` in place of `+`. @throws HashFault */
export function bytesOf(name: string, base64: string): Buffer {
  const text = base64.replaceAll('.', '+').replace(/=+$/, '')
  const bytes = Buffer.from(text, 'base64')
  if (unpadded(bytes) !== text) throw new HashFault(`is one of ${name} that holds no proper base64`)
  return bytes
}

export const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Lengths in bytes. A shorter hash could match by chance; no password hash is longer. */
export const SALT_BYTES = [1, 128] as const
export const HASH_BYTES = [16, 64] as const
