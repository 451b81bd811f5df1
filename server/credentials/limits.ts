import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { digest } from '../crypto/digest.ts'
import { tooManyRequests } from '../errors.ts'
import { say } from '../messages/say.ts'
import { countInMinute, fail, refuseBlocked, release, reserve, succeed, sweep } from './attempts.ts'
import { isKnown, know, spendDevice } from './known-places.ts'

/** Somebody who tries to sign in. */
export interface Visitor {
  /** What they call themselves: an email or a username. */
  name: string
  /** The live user of that name, if there is one. */
  userId: number | undefined
  /** The secret of the device cookie, if one came along. */
  device: string | undefined
}

/** @returns undefined where the password is wrong; forgives earlier failures in the transaction of a success */
type Guess<T> = (forgive: (ctx: Ctx) => Promise<void>) => Promise<T | undefined>

/** Counts failures at passwords and refuses further attempts for a while. Each refusal is 429 with `Retry-After`. */
export interface Limits {
  /** Runs an attempt to sign in, if there is room for it. Its success makes the address and the device known. */
  signIn: <T>(ctx: Ctx, visitor: Visitor, device: string, guess: Guess<T>) => Promise<T | undefined>
  /** The same of a user who is signed in, and gives their own password once more. */
  ownPassword: <T>(ctx: Ctx, userId: number, guess: Guess<T>) => Promise<T | undefined>
  /** Counts a sign-up, whatever becomes of it: each costs as much. */
  signUp: (ctx: Ctx, email: string) => Promise<void>
  /** A user who has just signed up is known at this address, in the transaction that makes them. */
  welcome: (ctx: Ctx, userId: number) => Promise<void>
  /**
   * Runs a look at a code that whoever has it may use. The right one is never refused: nobody guesses 256 random bits, and
   * a stranger's guesses must not keep out who has it. @returns undefined where the code is wrong
   */
  code: <T>(ctx: Ctx, look: () => Promise<T | undefined>) => Promise<T | undefined>
}

const NO_LIMITS: Limits = {
  signIn: (_ctx, _visitor, _device, guess) => guess(async () => {}),
  ownPassword: (_ctx, _userId, guess) => guess(async () => {}),
  signUp: async () => {},
  welcome: async () => {},
  code: (_ctx, look) => look(),
}

const SWEEP_MS = 60_000

/** @param limit failures that are free: of an account in a row, of an address in a minute. 0: no limits */
export function createLimits(limit: number): Limits {
  if (limit === 0) return NO_LIMITS
  let sweptAt = 0

  async function sweepNowAndThen(ctx: Ctx): Promise<void> {
    const now = Date.parse(ctx.now())
    if (now - sweptAt < SWEEP_MS) return
    sweptAt = now
    // The next attempt removes the next part: more than any attempt adds.
    if (await sweep(ctx)) sweptAt = 0
  }

  /** @param hash of the counter; undefined where nothing is counted */
  async function counted<T>(ctx: Ctx, hash: string | undefined, guess: Guess<T>): Promise<T | undefined> {
    if (hash !== undefined) await reserve(ctx, hash, limit)
    try {
      const right = await guess(async (ctx) => {
        if (hash !== undefined) await succeed(ctx, hash)
      })
      if (right === undefined && hash !== undefined) await fail(ctx, hash, limit)
      return right
    } catch (error) {
      if (hash !== undefined) await release(ctx, hash).catch(() => {})
      throw error
    }
  }

  return {
    signIn: async (ctx, { name, userId, device }, newDevice, guess) => {
      await sweepNowAndThen(ctx)
      const address = addressKey('signin', ctx)
      const known = await isKnown(ctx, userId, device)
      const isStranger = !known.address && !known.device
      if (isStranger) await refuseBlocked(ctx, address)
      const budget = await budgetOf(ctx, { name, userId, device }, known)
      const right = await counted(ctx, budget, (forgive) =>
        guess(async (ctx) => {
          await forgive(ctx)
          await know(ctx, userId as number, newDevice)
        }),
      )
      if (right === undefined && isStranger) await countInMinute(ctx, address, limit)
      return right
    },
    ownPassword: (ctx, userId, guess) => counted(ctx, key('own password', userId), guess),
    signUp: async (ctx, email) => {
      await sweepNowAndThen(ctx)
      for (const hash of [addressKey('signup', ctx), key('signup', folded(email))]) {
        if (await countInMinute(ctx, hash, limit)) continue
        await refuseBlocked(ctx, hash)
        throw tooManyRequests(say`Too many attempts.`, 1)
      }
    },
    welcome: (ctx, userId) => know(ctx, userId),
    code: async (ctx, look) => {
      const found = await look()
      if (found !== undefined) return found
      const address = addressKey('code', ctx)
      await refuseBlocked(ctx, address)
      await countInMinute(ctx, address, limit)
      return undefined
    },
  }
}

/**
 * The counter of an attempt. Attempts from a device or an address that the account is known at are counted apart from
 * those of strangers, who therefore keep nobody out there. From both together none is counted but by the device.
 */
async function budgetOf(
  ctx: Ctx,
  { name, userId, device }: Visitor,
  known: { address: boolean; device: boolean },
): Promise<string | undefined> {
  if (userId === undefined || (!known.address && !known.device)) return key('account', folded(name))
  const isTrusted = known.device && (await spendDevice(ctx, userId, device as string))
  if (isTrusted && known.address) return undefined
  if (isTrusted) return key('device', userId, digest(device as string))
  return known.address ? key('address', userId, networkAt(ctx)) : key('account', folded(name))
}

/** Digests: people type passwords where their name belongs. */
const key = (...of: (string | number)[]) => digest(JSON.stringify(of))

const folded = (name: string) => name.trim().toLowerCase()

const networkAt = ({ ip }: Ctx) => (ip === null ? '' : networkOf(ip))

const addressKey = (purpose: 'signin' | 'signup' | 'code', ctx: Ctx) => key(purpose, networkAt(ctx))
