import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { bytesOf, HASH_BYTES, type HashFormat, limit, matchGroups, unpadded } from './format.ts'

const derive = promisify(argon2)

export interface Argon2 {
  kind: 'argon2id' | 'argon2i' | 'argon2d'
  memoryKib: number
  passes: number
  lanes: number
}

/** Runs on a thread of libuv's pool, never on the event loop. @returns a PHC string */
export async function argon2Hash(costs: Argon2, password: string, salt: Buffer, bytes: number) {
  return argon2Text(costs, salt, await deriveBytes(costs, password, salt, bytes))
}

export const argon2Text = (costs: Argon2, salt: Buffer, hash: Buffer): string =>
  `${argon2Prefix(costs)}${unpadded(salt)}$${unpadded(hash)}`

/** The prefix of all hashes with these costs. */
export const argon2Prefix = ({ kind, memoryKib, passes, lanes }: Argon2): string =>
  `$${kind}$v=19$m=${memoryKib},t=${passes},p=${lanes}$`

const deriveBytes = (
  { kind, memoryKib, passes, lanes }: Argon2,
  password: string,
  nonce: Buffer,
  bytes: number,
) =>
  derive(kind, {
    message: Buffer.from(password),
    nonce,
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength: bytes,
  })

const PATTERN = /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,9}),t=(\d{1,6}),p=(\d{1,4})\$([\w+/]+=*)\$([\w+/]+=*)$/

/** Version 1.3 (`v=19`) only: Node implements no other. */
export const argon2Format: HashFormat = {
  name: 'argon2',
  prefix: /^\$argon2/,
  read: (text) => {
    const [kind = '', memory, time, parallelism, salt = '', hash = ''] = matchGroups(
      'argon2 (v=19)',
      PATTERN,
      text,
    )
    const costs: Argon2 = {
      kind: kind as Argon2['kind'],
      memoryKib: Number(memory),
      passes: Number(time),
      lanes: Number(parallelism),
    }
    const nonce = bytesOf('argon2', salt)
    const expected = bytesOf('argon2', hash)
    limit('argon2', 'p, its lanes,', costs.lanes, [1, 16])
    limit('argon2', 'm, its memory in KiB,', costs.memoryKib, [8 * costs.lanes, 256 * 1024])
    limit('argon2', 'm × t, its memory and passes,', costs.memoryKib * costs.passes, [8, 1024 * 1024])
    // Node's minimum.
    limit('argon2', 'the bytes of its salt', nonce.length, [8, 128])
    limit('argon2', 'the bytes of its hash', expected.length, HASH_BYTES)
    return async (password) =>
      timingSafeEqual(await deriveBytes(costs, password, nonce, expected.length), expected)
  },
}
