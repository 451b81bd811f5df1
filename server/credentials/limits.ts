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

/** A guess that succeeds may call `resetFailures` in its transaction. @returns undefined if the secret is wrong */
type Guess<T> = (resetFailures: (ctx: Ctx) => Promise<void>) => Promise<T | undefined>

/** As {@link Guess}; without `isFinished`, a second factor is still to come. */
type SignInGuess<T> = (
  resetFailures: (ctx: Ctx, options: { isFinished: boolean }) => Promise<Place>,
) => Promise<T | undefined>

/** As {@link Guess}. */
type FactorGuess<T> = (resetFailures: (ctx: Ctx) => Promise<Place>) => Promise<T | undefined>

/** Where a right secret came from. */
export interface Place {
  /** The account has signed in neither from this network nor on this device before, or not for long. */
  isNew: boolean
}

/** Where failures are not limited, no places are kept. */
const NOT_KEPT: Place = { isNew: false }

/** Counts failed attempts and then refuses more for a while, with 429 and `Retry-After`. */
export interface Limits {
  /** Runs a sign-in attempt, if one is allowed. A success makes the address and the device known. */
  signIn: <T>(ctx: Ctx, visitor: Visitor, device: string, guess: SignInGuess<T>) => Promise<T | undefined>
  /**
   * Runs a check of a second factor of a user. Failures are counted by account, and limited whatever SIGNIN_RATE_LIMIT
   * is, since six digits can be guessed. Only a completed sign-in resets the count.
   * @param device given at a sign-in, which makes it known together with the address
   */
  secondFactor: <T>(
    ctx: Ctx,
    userId: number,
    guess: FactorGuess<T>,
    device?: string | undefined,
  ) => Promise<T | undefined>
  /** Runs a check of a signed-in user's own password, which they must enter again. */
  ownPassword: <T>(ctx: Ctx, userId: number, guess: Guess<T>) => Promise<T | undefined>
  /** Counts a sign-up, also if it fails: the cost is the same. */
  signUp: (ctx: Ctx, email: string) => Promise<void>
  /** Counts a mail that somebody asks for, by their network: the mails themselves are limited by their address. */
  askForMail: (ctx: Ctx) => Promise<void>
  /** Makes the address and the device of a sign-in known whose failures are counted elsewhere, in its transaction. */
  arrive: (ctx: Ctx, userId: number, device: string) => Promise<Place>
  /** Makes the address known for a new user, in the transaction that creates them. */
  rememberAddress: (ctx: Ctx, userId: number) => Promise<void>
  /**
   * Runs the check of a code. The right code is never refused: 256 random bits cannot be guessed, and a stranger's guesses
   * must not lock out its holder. @returns undefined if the code is wrong
   */
  checkCode: <T>(ctx: Ctx, check: () => Promise<T | undefined>) => Promise<T | undefined>
}

/** Where the setting allows any number. */
const FACTOR_LIMIT = 10

/** Whatever the setting allows, as six digits can be guessed: NIST SP 800-63B, 5.2.2. */
export const MOST_FACTOR_FAILURES = 100

const NO_LIMITS: Limits = {
  signIn: (_ctx, _visitor, _device, guess) => guess(async () => NOT_KEPT),
  secondFactor: (ctx, userId, guess) =>
    countFailures(ctx, factorKey(userId), FACTOR_LIMIT, (resetFailures) =>
      guess(async (ctx) => {
        await resetFailures(ctx)
        return NOT_KEPT
      }),
    ),
  ownPassword: (_ctx, _userId, guess) => guess(async () => {}),
  signUp: async () => {},
  askForMail: async () => {},
  arrive: async () => NOT_KEPT,
  rememberAddress: async () => {},
  checkCode: (_ctx, check) => check(),
}

interface LimitConfig {
  /** Allowed failures: consecutive ones per account, per minute for an address. 0: no limits. */
  signinRateLimit: number
  /** Allowed failures per minute of all people for whom a trusted client calls. 0: no limit. */
  clientSigninRateLimit: number
}

export function createLimits({ signinRateLimit: limit, clientSigninRateLimit }: LimitConfig): Limits {
  if (limit === 0) return NO_LIMITS
  interface Counter {
    hash: string
    limit: number
  }

  /** Where an attempt comes from: a network, and the trusted client that names it, which may be in the wrong hands. */
  const sourcesOf = (purpose: Purpose, ctx: Ctx): Counter[] => [
    { hash: key(purpose, networkAt(ctx)), limit },
    ...(ctx.trustedClient === undefined || clientSigninRateLimit === 0
      ? []
      : [{ hash: key(purpose, 'client', ctx.trustedClient), limit: clientSigninRateLimit }]),
  ]

  /** @throws Refusal 429 */
  async function countOrRefuse(ctx: Ctx, { hash, limit }: Counter): Promise<void> {
    if (await countInMinute(ctx, hash, limit)) return
    await refuseBlocked(ctx, hash)
    throw tooManyRequests(say`Too many attempts.`, 1)
  }

  async function refuseBlockedSources(ctx: Ctx, purpose: Purpose): Promise<void> {
    for (const { hash } of sourcesOf(purpose, ctx)) await refuseBlocked(ctx, hash)
  }

  async function countSources(ctx: Ctx, purpose: Purpose): Promise<void> {
    for (const { hash, limit } of sourcesOf(purpose, ctx)) await countInMinute(ctx, hash, limit)
  }

  return {
    signIn: async (ctx, { name, userId, device }, newDevice, guess) => {
      const known = await isKnown(ctx, userId, device)
      const isStranger = !known.address && !known.device
      if (isStranger) await refuseBlockedSources(ctx, 'signin')
      const counter = await counterOf(ctx, { name, userId, device }, known)
      const signIn = (resetFailures: (ctx: Ctx) => Promise<void>) =>
        guess(async (ctx, { isFinished }) => {
          await resetFailures(ctx)
          if (isFinished) await rememberPlaces(ctx, userId as number, newDevice)
          return { isNew: isStranger }
        })
      const right = await (counter === undefined
        ? signIn(async () => {})
        : countFailures(ctx, counter, limit, signIn))
      if (right === undefined && isStranger) await countSources(ctx, 'signin')
      return right
    },
    secondFactor: (ctx, userId, guess, device) =>
      countFailures(ctx, factorKey(userId), Math.min(limit, MOST_FACTOR_FAILURES), (resetFailures) =>
        guess(async (ctx) => {
          await resetFailures(ctx)
          return device === undefined ? NOT_KEPT : arrive(ctx, userId, device)
        }),
      ),
    ownPassword: (ctx, userId, guess) => countFailures(ctx, key('own password', userId), limit, guess),
    signUp: async (ctx, email) => {
      const ofEmail = { hash: key('signup', folded(email)), limit }
      for (const counter of [...sourcesOf('signup', ctx), ofEmail]) await countOrRefuse(ctx, counter)
    },
    askForMail: async (ctx) => {
      for (const counter of sourcesOf('mail', ctx)) await countOrRefuse(ctx, counter)
    },
    arrive,
    rememberAddress: (ctx, userId) => rememberPlaces(ctx, userId),
    checkCode: async (ctx, check) => {
      const found = await check()
      if (found !== undefined) return found
      await refuseBlockedSources(ctx, 'code')
      await countSources(ctx, 'code')
      return undefined
    },
  }
}

async function arrive(ctx: Ctx, userId: number, device: string): Promise<Place> {
  const known = await isKnown(ctx, userId, device)
  await rememberPlaces(ctx, userId, device)
  return { isNew: !known.address && !known.device }
}

/** Runs an attempt, and counts it if it fails. One that succeeds without a reset leaves the count as it is. @throws Refusal 429 */
async function countFailures<T>(
  ctx: Ctx,
  hash: string,
  limit: number,
  guess: Guess<T>,
): Promise<T | undefined> {
  await reserveAttempt(ctx, hash, limit)
  let isReset = false
  try {
    const right = await guess(async (ctx) => {
      isReset = true
      await succeedAttempt(ctx, hash)
    })
    if (right === undefined) await failAttempt(ctx, hash, limit)
    else if (!isReset) await releaseAttempt(ctx, hash)
    return right
  } catch (error) {
    await releaseAttempt(ctx, hash).catch(() => {})
    throw error
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

type Purpose = 'signin' | 'signup' | 'mail' | 'code'

/** Digests, as people type passwords into the name field. */
const key = (...of: (string | number)[]) => digest(JSON.stringify(of))

const factorKey = (userId: number) => key('second factor', userId)

const folded = (name: string) => name.trim().toLowerCase()

const networkAt = ({ ip }: Ctx) => (ip === null ? '' : networkOf(ip))
