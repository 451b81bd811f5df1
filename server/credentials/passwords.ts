import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Ctx } from '../access/context.ts'
import type { Detail } from '../errors.ts'
import { say } from '../messages/say.ts'
import { type Argon2, argon2Hash, argon2Prefix } from './hashes/argon2.ts'
import { HashFault, type Verify } from './hashes/form.ts'
import { readHash } from './hashes/kept.ts'

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane. */
const COSTS: Argon2 = { kind: 'argon2id', memoryKib: 19 * 1024, passes: 2, lanes: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

const inTurn = <T>(ctx: Ctx | undefined, hash: () => Promise<T>): Promise<T> =>
  ctx?.hashing ? ctx.hashing.inTurn(ctx, hash) : hash()

/**
 * @param ctx whose turn it waits for; undefined where nobody asks
 * @returns a PHC string. Takes some 20 ms of a thread of the pool, never of the event loop.
 * @throws Refusal 503 where too many hashes wait
 */
export const hashPassword = (ctx: Ctx | undefined, password: string): Promise<string> =>
  inTurn(ctx, () => argon2Hash(COSTS, password.normalize('NFC'), randomBytes(SALT_BYTES), HASH_BYTES))

/** Whether a hash is of the kind and costs of those made here. One that is not, such as one from elsewhere, is renewed. */
export const isMadeHere = (hash: string): boolean => hash.startsWith(argon2Prefix(COSTS))

/** A hash of nothing anyone knows, so that an unknown account costs the same time as a known one. */
const decoy = hashPassword(undefined, randomBytes(32).toString('base64'))

/**
 * @param standIn a hash in whose time to answer where there is none (no such account, or one without a password);
 *   else it is that of a hash made here. The answer is then false.
 * @throws Refusal 503 where too many hashes wait, whoever's password it is
 */
export async function verifyPassword(
  ctx: Ctx,
  password: string,
  stored: string | null | undefined,
  standIn?: string | null,
): Promise<boolean> {
  const verify = readable(stored)
  const run = verify ?? readable(standIn) ?? readHash(await decoy)
  for (const spelling of spellingsOf(password)) {
    if ((await inTurn(ctx, () => run(spelling))) && verify !== undefined) return true
  }
  return false
}

function readable(hash: string | null | undefined): Verify | undefined {
  if (hash == null) return undefined
  try {
    return readHash(hash)
  } catch (error) {
    if (error instanceof HashFault) return undefined
    throw error
  }
}

/** What was hashed of accents: composed here; elsewhere as they were typed, or, by Better Auth, in NFKC. Mostly the same. */
const spellingsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFKC')])

const require = createRequire(import.meta.url)
let common: ReadonlySet<string> | undefined

/** 49,000 passwords, read when the first one is set: most starts set none. */
function commonPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** The fault of a password known to everyone, whatever its case, width and spaces. Its length is for the schema. */
export function passwordFault(password: string): Detail | undefined {
  common ??= commonPasswords()
  if (!common.has(password.normalize('NFKC').trim().toLowerCase())) return undefined
  return {
    field: 'password',
    code: 'common_password',
    message: say`password is among the most common ones; choose another.`,
  }
}
