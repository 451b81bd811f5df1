import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Ctx } from '../access/context.ts'
import type { Detail } from '../errors.ts'
import { say } from '../messages/say.ts'
import { type Argon2, argon2Hash, argon2Prefix } from './hashes/argon2.ts'
import { HashFault, type Verify } from './hashes/format.ts'
import { readHash } from './hashes/stored.ts'

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const COSTS: Argon2 = { kind: 'argon2id', memoryKib: 19 * 1024, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const queued = <T>(ctx: Ctx | undefined, hash: () => Promise<T>): Promise<T> =>
  ctx?.hashing ? ctx.hashing.run(ctx, hash) : hash()

/**
 * Takes about 20 ms of a pool thread, not of the event loop.
 * @param ctx decides the place in the queue; undefined: not queued
 * @returns a PHC string
 * @throws Refusal 503 if too many hashes are queued
 */
export const hashPassword = (ctx: Ctx | undefined, password: string): Promise<string> =>
  queued(ctx, () => argon2Hash(COSTS, password.normalize('NFC'), randomBytes(SALT_BYTES), HASH_BYTES))

/** Whether a hash has the algorithm and costs of new hashes. Others, such as imported ones, are renewed at sign-in. */
export const hasCurrentCosts = (hash: string): boolean => hash.startsWith(argon2Prefix(COSTS))

/** A hash of an unknown password, so that an unknown account takes the same time as a known one. */
const decoy = hashPassword(undefined, randomBytes(32).toString('base64'))

/**
 * @param standIn the hash to verify instead if there is none (no such account, or no password), for the same response
 *   time; by default one of our own. The result is then false.
 * @throws Refusal 503 if too many hashes are queued, for known and unknown accounts alike
 */
export async function verifyPassword(
  ctx: Ctx,
  password: string,
  stored: string | null | undefined,
  standIn?: string | null,
): Promise<boolean> {
  const verify = tryReadHash(stored)
  const run = verify ?? tryReadHash(standIn) ?? readHash(await decoy)
  for (const spelling of spellingsOf(password)) {
    if ((await queued(ctx, () => run(spelling))) && verify !== undefined) return true
  }
  return false
}

function tryReadHash(hash: string | null | undefined): Verify | undefined {
  if (hash == null) return undefined
  try {
    return readHash(hash)
  } catch (error) {
    if (error instanceof HashFault) return undefined
    throw error
  }
}

/** Unicode forms that may have been hashed: ours is NFC; other systems hash as typed, Better Auth NFKC. Usually all equal. */
const spellingsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFKC')])

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | undefined

/** 49,000 passwords, loaded when the first password is set: most processes set none. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Refuses common passwords, ignoring case, width and surrounding spaces. The schema checks the length. */
export function passwordFault(password: string): Detail | undefined {
  common ??= commonPasswords()
  if (!common.has(password.normalize('NFKC').trim().toLowerCase())) return undefined
  return {
    field: 'password',
    code: 'common_password',
    message: say`password is among the most common ones; choose another.`,
  }
}
