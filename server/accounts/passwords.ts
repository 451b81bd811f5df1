import { Type } from 'typebox'
import { nothing } from '../../contract/fields.ts'
import { MailRequest, mailed, PasswordChange, PasswordReset } from '../../contract/passwords.ts'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { ownUserId } from '../access/guard.ts'
import { inTransaction } from '../access/transaction.ts'
import { forgetPlaces } from '../credentials/known-places.ts'
import type { Limits } from '../credentials/limits.ts'
import {
  endCodes,
  invalidCode,
  newRequest,
  type PresentedCode,
  useCode,
} from '../credentials/mailed-codes.ts'
import { refuseOwnName, takeChosenPassword } from '../credentials/own-names.ts'
import { revokeTokensOf } from '../credentials/tokens.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { updateRow } from '../crud/write/rows.ts'
import { operationsOf } from '../crud/write/write.ts'
import { fold } from '../db/queries/texts.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { mailCode, recipientOf } from '../mail/code-mails.ts'
import { tellPasswordChanged } from '../mail/notices.ts'
import { addressLock } from '../mail/outbox.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { proveOwnPassword } from '../resources/users/own-password.ts'
import type { Fields } from '../values/fields.ts'
import { lockOwner, storedUser } from './locked-users.ts'
import { checkSentCode, inEqualTime, refuseUnfitPassword } from './mailed.ts'
import { deviceCookie, type IdentityConfig } from './session.ts'

const shared = { methods: ['POST'], tag: 'identity', effect: 'write', unknown: 'refuse' } as const

const SAVED = ['Saved successfully']

/** Passwords that are forgotten, reset and changed. */
export const passwordEndpoints = (config: IdentityConfig, limits: Limits): Endpoint[] => [
  forgot(config, limits),
  reset(config, limits),
  change,
]

const forgot = (config: IdentityConfig, limits: Limits): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...shared,
    name: 'password-forgot',
    path: '/api/password/forgot',
    summary: 'Ask for a new password',
    description:
      'Mails the user with this address a link, and digits to type, with which `POST /api/password/reset` sets a new ' +
      'password. The answer is the same, after the same time, if nobody has the address. An address gets at most five ' +
      'such mails in an hour.',
    access: 'public',
    isForEndUsers: true,
    // Each mail has a code of its own.
    ignoresIdempotencyKey: true,
    input: MailRequest,
    status: 202,
    data: Type.Object(mailed),
    messages: ['If somebody has this address, a mail is on its way'],
    refusals: [429],
    admit: ({ ctx }) => limits.askForMail(ctx),
    handle: async ({ ctx, input: { email }, request: { headers } }) => {
      const request = newRequest()
      const mailReset = async (ctx: Ctx) => {
        const user = await activeUser(ctx, email)
        await mailCode(ctx, {
          kind: 'reset',
          to: user && { user },
          address: user?.email ?? email,
          request,
          acceptLanguage: headers['accept-language'],
          device: cookie.read(headers),
        })
      }
      await inEqualTime(() => inTransaction(ctx, mailReset, { locks: [addressLock(email)] }))
      return { data: { request }, messages: ['If somebody has this address, a mail is on its way'] }
    },
  })
}

const activeUser = ({ db }: Ctx, email: string) =>
  db
    .selectFrom('users')
    .where('email_key', '=', fold(email))
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .select(['id', 'email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

const reset = (config: IdentityConfig, limits: Limits): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...shared,
    name: 'password-reset',
    path: '/api/password/reset',
    summary: 'Set a new password with a mailed code',
    description:
      'With the code of the link, or the digits and the `request` that they were asked for with. All tokens of the user ' +
      'end. It signs nobody in. A refused password uses no code.',
    access: 'public',
    isForEndUsers: true,
    input: PasswordReset,
    data: nothing,
    messages: SAVED,
    refusals: [429],
    prepare: async ({ ctx, input }): Promise<{ presented: PresentedCode; values: Fields }> => {
      const { password, password_confirmation: confirmation } = input
      ctx.hashing?.refuseIfFull(ctx)
      refuseUnfitPassword(password, confirmation)
      const presented = await checkSentCode(ctx, limits, 'reset', input)
      return { presented, values: await hashSecrets({ password }, ctx) }
    },
    handle: async ({ ctx, prepared: { presented, values }, request: { headers } }) => {
      await inTransaction(ctx, async (ctx) => {
        const userId = await resetPassword(ctx, presented, values)
        // The password may have been a stranger's, and so the places where it was used.
        await forgetPlaces(ctx, userId, cookie.read(headers))
        await limits.rememberAddress(ctx, userId)
      })
      return { data: [], messages: SAVED }
    },
  })
}

/** @returns the id of the user @throws Refusal 422 if the code was used meanwhile, or the password is a name of the account */
async function resetPassword(ctx: Ctx, presented: PresentedCode, values: Fields): Promise<number> {
  if (presented.userId === undefined) throw invalidCode()
  await lockUsers(ctx, [presented.userId])
  await useCode(ctx, presented)
  const row = await storedUser(ctx, presented.userId)
  if (!row?.is_active) throw invalidCode()
  const { chosen, values: given } = takeChosenPassword(values)
  refuseOwnName(chosen, row)
  // The code came to this address.
  const verifiedAt = (row.email_verified_at as string | null) ?? ctx.now()
  await updateRow(ctx, resourceNamed(ctx, 'users'), row, {
    ...given,
    reset_password_code_used_at: ctx.now(),
    email_verified_at: verifiedAt,
  })
  await revokeTokensOf(ctx, row.id, { exceptInUse: false })
  await endCodes(ctx, { userId: row.id }, ['email-change', 'signin'])
  await tellPasswordChanged(ctx, { ...recipientOf(row), email_verified_at: verifiedAt }, true)
  return row.id
}

const change = defineEndpoint({
  ...shared,
  name: 'password-change',
  path: '/api/password/change',
  summary: 'Change your own password',
  description:
    'Your other tokens end, and those that you made for others. Wrong ones of `current_password` are limited like ' +
    'failures at signing in. It needs a token of a sign-in, or another of your own that is not limited.',
  access: 'signed-in',
  input: PasswordChange,
  data: nothing,
  messages: SAVED,
  refusals: [403, 409, 429],
  prepare: async ({ ctx, input }): Promise<Fields> => {
    const { current_password: current, password, password_confirmation: confirmation } = input
    ownUserId(ctx)
    refuseUnfitPassword(password, confirmation)
    return hashSecrets(await proveOwnPassword(ctx, { current_password: current, password }), ctx)
  },
  handle: async ({ ctx, prepared }) => {
    await inTransaction(ctx, async (ctx) => {
      const users = resourceNamed(ctx, 'users')
      const row = await lockOwner(ctx, ownUserId(ctx))
      await (await operationsOf(users).update(ctx, users, row, prepared)).result
    })
    return { data: [], messages: SAVED }
  },
})
