import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Detail } from '../errors.ts'

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19 * 1024
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

const derive = promisify(argon2)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

interface Parameters {
  salt: Buffer
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

const argon2id = (password: string, { salt, ...costs }: Parameters) =>
  derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce: salt, ...costs })

/** @returns a PHC string. Takes some 20 ms of a thread of the pool, never of the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const costs = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: HASH_BYTES }
  const hash = await argon2id(password, { salt, ...costs })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash of nothing anyone knows, so that an unknown account costs the same time as a known one. */
const decoy = hashPassword(randomBytes(32).toString('base64'))

/** Without a hash (no such account, or one without a password) it takes the same time, and is false. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored ?? (await decoy)) ?? []
  if (salt === undefined || hash === undefined) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await argon2id(password, {
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected) && stored != null
}

const common = new Set(dictionary['passwords-common'])

/** The fault of a password that is known to everyone; its length is checked by the schema. */
export function passwordFault(password: string): Detail | undefined {
  if (!common.has(password.toLowerCase())) return undefined
  return {
    field: 'password',
    code: 'common_password',
    message: 'password is among the most common ones; choose another.',
  }
}
