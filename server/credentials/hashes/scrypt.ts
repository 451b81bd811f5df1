import { type BinaryLike, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesOf, HASH_BYTES, type HashFormat, limit, matchGroups, SALT_BYTES, unpadded } from './format.ts'

const derive = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt)

interface Scrypt {
  /** N, a power of two. */
  cost: number
  blockSize: number
  parallelism: number
}

/** The hash as a PHC string. */
export const scryptText = ({ cost, blockSize, parallelism }: Scrypt, salt: Buffer, hash: Buffer): string =>
  `$scrypt$ln=${Math.log2(cost)},r=${blockSize},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`

const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,4}),p=(\d{1,4})\$([\w+/.]+=*)\$([\w+/.]+=*)$/

export const scryptFormat: HashFormat = {
  name: 'scrypt',
  prefix: /^\$scrypt\$/,
  read: (text) => {
    const [ln, r, p, salt = '', hash = ''] = matchGroups('scrypt', PATTERN, text)
    const cost = 2 ** Number(ln)
    const [blockSize, parallelism] = [Number(r), Number(p)]
    const saltBytes = bytesOf('scrypt', salt)
    const expected = bytesOf('scrypt', hash)
    limit('scrypt', 'p', parallelism, [1, 64])
    limit('scrypt', 'r', blockSize, [1, 64])
    // N × r is the memory, in units of 128 bytes: 128 MiB.
    limit('scrypt', 'N × r', cost * blockSize, [2, 2 ** 20])
    limit('scrypt', 'N × r × p', cost * blockSize * parallelism, [2, 2 ** 21])
    limit('scrypt', 'the bytes of its salt', saltBytes.length, SALT_BYTES)
    limit('scrypt', 'the bytes of its hash', expected.length, HASH_BYTES)
    const options = { cost, blockSize, parallelism, maxmem: 128 * blockSize * (cost + parallelism + 2) }
    return async (password) =>
      timingSafeEqual(await derive(password, saltBytes, expected.length, options), expected)
  },
}
