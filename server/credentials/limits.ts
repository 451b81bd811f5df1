import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { digest } from '../crypto/digest.ts'
import { tooManyRequests } from '../errors.ts'
import { say } from '../messages/say.ts'
import {
  countInMinute,
  failAttempt,
  refuseBlocked,
  releaseAttempt,
  reserveAttempt,
  succeedAttempt,
} from './attempts.ts'
import { isKnown, rememberPlaces, spendDeviceFailure } from './known-places.ts'

/** A client that tries to sign in. */
export interface Visitor {
  /** The given email or username. */
  name: string
  /** The live user with that name, if any. */
  userId: number | undefined
  /** The secret of the device cookie, if one was sent. */
  device: string | undefined
}

/** A guess that succeeds calls `resetFailures` in its transaction. @returns undefined if the password is wrong */
type Guess<T> = (resetFailures: (ctx: Ctx) => Promise<void>) => Promise<T | undefined>

/** Counts failed attempts and then refuses more for a while, with 429 and `Retry-After`. */
export interface Limits {
  /** Runs a sign-in attempt, if one is allowed. A success makes the address and the device known. */
  signIn: <T>(ctx: Ctx, visitor: Visitor, device: string, guess: Guess<T>) => Promise<T | undefined>
  /** Runs a check of a signed-in user's own password, which they must enter again. */
  ownPassword: <T>(ctx: Ctx, userId: number, guess: Guess<T>) => Promise<T | undefined>
  /** Counts a sign-up, also if it fails: the cost is the same. */
  signUp: (ctx: Ctx, email: string) => Promise<void>
  /** Makes the address known for a new user, in the transaction that creates them. */
  rememberAddress: (ctx: Ctx, userId: number) => Promise<void>
  /**
   * Runs the check of a code. The right code is never refused: 256 random bits cannot be guessed, and a stranger's guesses
   * must not lock out its holder. @returns undefined if the code is wrong
   */
  checkCode: <T>(ctx: Ctx, check: () => Promise<T | undefined>) => Promise<T | undefined>
}

const NO_LIMITS: Limits = {
  signIn: (_ctx, _visitor, _device, guess) => guess(async () => {}),
  ownPassword: (_ctx, _userId, guess) => guess(async () => {}),
  signUp: async () => {},
  rememberAddress: async () => {},
  checkCode: (_ctx, check) => check(),
}

/** @param limit allowed failures: consecutive ones per account, per minute for an address. 0: no limits */
export function createLimits(limit: number): Limits {
  if (limit === 0) return NO_LIMITS
  /** @param hash the counter's key; undefined if nothing is counted */
  async function countFailures<T>(
    ctx: Ctx,
    hash: string | undefined,
    guess: Guess<T>,
  ): Promise<T | undefined> {
    if (hash !== undefined) await reserveAttempt(ctx, hash, limit)
    try {
      const right = await guess(async (ctx) => {
        if (hash !== undefined) await succeedAttempt(ctx, hash)
      })
      if (right === undefined && hash !== undefined) await failAttempt(ctx, hash, limit)
      return right
    } catch (error) {
      if (hash !== undefined) await releaseAttempt(ctx, hash).catch(() => {})
      throw error
    }
  }

  return {
    signIn: async (ctx, { name, userId, device }, newDevice, guess) => {
      const address = addressKey('signin', ctx)
      const known = await isKnown(ctx, userId, device)
      const isStranger = !known.address && !known.device
      if (isStranger) await refuseBlocked(ctx, address)
      const counter = await counterOf(ctx, { name, userId, device }, known)
      const right = await countFailures(ctx, counter, (resetFailures) =>
        guess(async (ctx) => {
          await resetFailures(ctx)
          await rememberPlaces(ctx, userId as number, newDevice)
        }),
      )
      if (right === undefined && isStranger) await countInMinute(ctx, address, limit)
      return right
    },
    ownPassword: (ctx, userId, guess) => countFailures(ctx, key('own password', userId), guess),
    signUp: async (ctx, email) => {
      for (const hash of [addressKey('signup', ctx), key('signup', folded(email))]) {
        if (await countInMinute(ctx, hash, limit)) continue
        await refuseBlocked(ctx, hash)
        throw tooManyRequests(say`Too many attempts.`, 1)
      }
    },
    rememberAddress: (ctx, userId) => rememberPlaces(ctx, userId),
    checkCode: async (ctx, check) => {
      const found = await check()
      if (found !== undefined) return found
      const address = addressKey('code', ctx)
      await refuseBlocked(ctx, address)
      await countInMinute(ctx, address, limit)
      return undefined
    },
  }
}

/**
 * The key of an attempt's counter. Attempts from a known device or address have counters of their own, so that strangers
 * cannot lock the user out there. From a known device at a known address, only the device's failures are counted.
 */
async function counterOf(
  ctx: Ctx,
  { name, userId, device }: Visitor,
  known: { address: boolean; device: boolean },
): Promise<string | undefined> {
  if (userId === undefined || (!known.address && !known.device)) return key('account', folded(name))
  const isTrusted = known.device && (await spendDeviceFailure(ctx, userId, device as string))
  if (isTrusted && known.address) return undefined
  if (isTrusted) return key('device', userId, digest(device as string))
  return known.address ? key('address', userId, networkAt(ctx)) : key('account', folded(name))
}

/** Digests, as people type passwords into the name field. */
const key = (...of: (string | number)[]) => digest(JSON.stringify(of))

const folded = (name: string) => name.trim().toLowerCase()

const networkAt = ({ ip }: Ctx) => (ip === null ? '' : networkOf(ip))

const addressKey = (purpose: 'signin' | 'signup' | 'code', ctx: Ctx) => key(purpose, networkAt(ctx))
