import { setTimeout as wait } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { mailedCode } from '../../contract/passwords.ts'
import type { Ctx } from '../access/context.ts'
import { ownUserId } from '../access/guard.ts'
import type { Limits } from '../credentials/limits.ts'
import { type CodePurpose, findCode, invalidCode, type PresentedCode } from '../credentials/mailed-codes.ts'
import { passwordFault } from '../credentials/passwords.ts'
import { invalid, invalidField, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'

/** Longer than the writes behind an answer usually take. */
const STEP_MS = 150

/**
 * Answers after the same time whether or not somebody has an address, also if it fails: after a whole number of steps, as a
 * write under load takes longer than one. What is left of a difference decides only in rare cases about the number of steps.
 * Not inside a transaction, which would be held open. The one inside takes the lock of the address first (`addressLock`).
 */
export async function inEqualTime<T>(run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await run()
  } finally {
    await wait(STEP_MS - ((performance.now() - start) % STEP_MS))
  }
}

type SentCode = { [Name in keyof typeof mailedCode]: Static<(typeof mailedCode)[Name]> }

/** Checks a code that was sent. Wrong ones are limited by the client's network. @throws Refusal 422, 429 */
export async function checkSentCode(
  ctx: Ctx,
  limits: Limits,
  purpose: CodePurpose | readonly CodePurpose[],
  sent: Partial<SentCode> & Pick<SentCode, 'code'>,
): Promise<PresentedCode> {
  const found = await limits.checkCode(ctx, () => findCode(ctx, purpose, sent))
  if (!found) throw invalidCode()
  return found
}

/** The same, with a token of a sign-in, whose user has proved who they are. @throws Refusal 403 */
export function signedInUserId(ctx: Ctx): number {
  const userId = ownUserId(ctx)
  if (ctx.actor.token?.is_sign_in) return userId
  throw new Refusal(
    403,
    'forbidden',
    say`This needs the token of a sign-in. Sign in, and use the token that you get.`,
  )
}

/** Judges a new password before a code is looked at, so that a refused password uses none. @throws Refusal 422 */
export function refuseUnfitPassword(password: string, confirmation: string | undefined): void {
  if (confirmation !== undefined && confirmation !== password) {
    throw invalidField('password_confirmation', 'mismatch', say`password_confirmation must equal password.`)
  }
  const fault = passwordFault(password)
  if (fault) throw invalid([fault])
}

/** @throws Refusal 422 unless exactly one of these fields was sent */
export function refuseUnlessOne(sent: object, names: readonly string[]): void {
  const given = names.filter((name) => name in sent)
  if (given.length === 1) return
  const code = given.length === 0 ? 'required' : 'contradiction'
  throw invalidField(
    given[1] ?? (names[0] as string),
    code,
    say`Send one of these fields: ${names.join(', ')}.`,
  )
}
