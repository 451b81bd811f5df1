import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesOf, HASH_BYTES, type HashFormat, limit, matchGroups, SALT_BYTES, unpadded } from './format.ts'

const derive = promisify(pbkdf2)

/** Output block size in bytes. Every block of a hash costs the full number of rounds. */
const BLOCK_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const

/** Limits for all blocks together: a few seconds of one core. SHA-512 takes twice as long as the others. */
const ROUNDS = { sha1: [1, 6_000_000], sha256: [1, 6_000_000], sha512: [1, 3_000_000] } as const

export type Digest = keyof typeof BLOCK_BYTES

/** The hash in passlib's format. */
export const pbkdf2Text = (digest: Digest, rounds: number, salt: Buffer, hash: Buffer): string =>
  `$pbkdf2${digest === 'sha1' ? '' : `-${digest}`}$${rounds}$${unpadded(salt)}$${unpadded(hash)}`

/** Rounds are written as in passlib, or as `i=600000,l=32` in a PHC string. */
const PATTERN =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d{1,3})?\$([\w+/.]+=*)\$([\w+/.]+=*)$/

export const pbkdf2Format: HashFormat = {
  name: 'PBKDF2',
  prefix: /^\$pbkdf2/,
  read: (text) => {
    const [name, rounds, salt = '', hash = ''] = matchGroups('PBKDF2', PATTERN, text)
    const digest = (name ?? 'sha1') as Digest
    const iterations = Number(rounds)
    const saltBytes = bytesOf('PBKDF2', salt)
    const expected = bytesOf('PBKDF2', hash)
    limit('PBKDF2', 'the bytes of its salt', saltBytes.length, SALT_BYTES)
    limit('PBKDF2', 'the bytes of its hash', expected.length, HASH_BYTES)
    const blocks = Math.ceil(expected.length / BLOCK_BYTES[digest])
    limit('PBKDF2', 'its rounds, times the blocks of its hash,', iterations * blocks, ROUNDS[digest])
    return async (password) =>
      timingSafeEqual(await derive(password, saltBytes, iterations, expected.length, digest), expected)
  },
}
