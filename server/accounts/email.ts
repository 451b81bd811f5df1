import { Type } from 'typebox'
import { nothing } from '../../contract/fields.ts'
import { EmailChange, mailed, mailedCode } from '../../contract/passwords.ts'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { ownUserId } from '../access/guard.ts'
import { refuseUntilEnrolled } from '../access/second-factor.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Config } from '../config/config.ts'
import type { Limits } from '../credentials/limits.ts'
import { invalidCode, newRequest, type PresentedCode, useCode } from '../credentials/mailed-codes.ts'
import { requireRecentProof } from '../credentials/proofs.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { updateRow } from '../crud/write/rows.ts'
import { conflict } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { mailCode, recipientOf } from '../mail/code-mails.ts'
import { say } from '../messages/say.ts'
import { askForAddress, changeAddress, undoAddressChange } from '../resources/users/address-changes.ts'
import { proveOwnPassword, takeProof } from '../resources/users/own-password.ts'
import { tellOfFactor } from './factor-changes.ts'
import { lockOwner, storedUser } from './locked-users.ts'
import { checkSentCode } from './mailed.ts'

const shared = {
  methods: ['POST'],
  tag: 'identity',
  effect: 'write',
  unknown: 'refuse',
  access: 'signed-in',
} as const

/** The verification of the address that an account has, and changes of it. */
export const emailEndpoints = (config: Config, limits: Limits): Endpoint[] => [
  verify(limits),
  change(limits),
  confirm(config, limits),
  undo(limits),
]

const verify = (limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'email-verify',
    // Nobody adds a factor before.
    isForEnrolment: true,
    path: '/api/email/verify',
    summary: 'Ask for a mail to verify your address',
    description:
      'Mails a link and digits to the address of your account, for `POST /api/email/confirm`. An address gets at most ' +
      'five such mails in an hour; the answer stays the same.',
    // Each mail has a code of its own.
    ignoresIdempotencyKey: true,
    input: Type.Object({}),
    status: 202,
    data: Type.Object(mailed),
    messages: ['A mail is on its way'],
    refusals: [403, 429],
    admit: async ({ ctx }) => {
      ownUserId(ctx)
      await limits.askForMail(ctx)
    },
    handle: async ({ ctx, request: { headers } }) => {
      const request = newRequest()
      await inTransaction(ctx, async (ctx) => {
        const [row] = await ownRow(ctx)
        const to = row && { user: recipientOf(row) }
        const address = row?.email as string
        const acceptLanguage = headers['accept-language']
        if (to) await mailCode(ctx, { kind: 'email-verify', to, address, request, acceptLanguage })
      })
      return { data: { request }, messages: ['A mail is on its way'] }
    },
  })

const ownRow = (ctx: Ctx) =>
  storedRows(ctx, 'users', anyTable()('id', '=', ownUserId(ctx)), { limit: 1, lock: 'none' })

const change = (limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'email-change',
    path: '/api/email/change',
    summary: 'Ask for another address',
    description:
      'Mails a link and digits to the new address, for `POST /api/email/confirm`: your address changes then. The answer is ' +
      'the same if somebody else has the address. Wrong ones of `current_password` are limited like failures at signing in. ' +
      'At most five other addresses an hour. It needs a token of a sign-in, or another of your own that is not limited.',
    // Each mail has a code of its own.
    ignoresIdempotencyKey: true,
    input: EmailChange,
    status: 202,
    data: Type.Object(mailed),
    messages: ['A mail is on its way'],
    refusals: [403, 409, 429],
    admit: async ({ ctx }) => {
      ownUserId(ctx)
      await limits.askForMail(ctx)
    },
    prepare: ({ ctx, input }) => proveOwnPassword(ctx, input),
    handle: async ({ ctx, prepared, request: { headers } }) => {
      const request = newRequest()
      await inTransaction(ctx, async (ctx) => {
        const row = await lockOwner(ctx, ownUserId(ctx))
        const email = takeProof(ctx, row, prepared).email as string
        if (email === row.email) throw conflict('not_needed', say`This is your address already.`, 'email')
        await askForAddress(ctx, row, { email, request, acceptLanguage: headers['accept-language'] })
      })
      return { data: { request }, messages: ['A mail is on its way'] }
    },
  })

const confirm = ({ requireSecondFactor }: Config, limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'email-confirm',
    isForEnrolment: true,
    path: '/api/email/confirm',
    summary: 'Confirm your address, or your new one, with a mailed code',
    description:
      'With the code of the link, or the digits and the `request` that they were asked for with, signed in as the same ' +
      'user. Sets `email_verified_at`. A new address becomes that of the account, and other changes that wait end. The ' +
      'former address gets a link that undoes the change for 7 days; nobody else can have that address meanwhile. On an ' +
      'account with a second factor, a new address needs a recent proof that it is you.',
    input: Type.Object(mailedCode),
    data: nothing,
    messages: ['Saved successfully'],
    refusals: [403, 409, 429],
    prepare: async ({ ctx, input }): Promise<PresentedCode> => {
      const userId = ownUserId(ctx)
      const presented = await checkSentCode(ctx, limits, ['email-verify', 'email-change'], input)
      if (presented.userId !== userId) throw invalidCode()
      return presented
    },
    handle: async ({ ctx, prepared }) => {
      await inTransaction(ctx, async (ctx) => {
        const row = await lockOwner(ctx, ownUserId(ctx))
        const { address } = await useCode(ctx, prepared)
        if (address !== undefined) {
          refuseUntilEnrolled(ctx.actor, requireSecondFactor)
          // The change may have been asked for before the account had a factor, by somebody who knew the password alone.
          if (row.has_second_factor) await requireRecentProof(ctx)
          await changeAddress(ctx, row, address)
        } else await updateRow(ctx, resourceNamed(ctx, 'users'), row, { email_verified_at: ctx.now() })
      })
      return { data: [], messages: ['Saved successfully'] }
    },
  })

const undo = (limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'email-undo',
    path: '/api/email/undo',
    summary: 'Undo a change of address with the code that the former address got',
    description:
      'The account gets its former address back, and nobody stays signed in: all tokens and other codes end, and so do the ' +
      'undo codes of later changes. Invitations that the user has sent expire. Factors and recovery codes made since the ' +
      'change are removed, which is told by mail, and so is the password; a mail to the former address sets a new one.',
    access: 'public',
    isForEndUsers: true,
    input: Type.Object({ code: mailedCode.code }),
    data: nothing,
    messages: ['Saved successfully'],
    refusals: [409, 429],
    prepare: ({ ctx, input }) => checkSentCode(ctx, limits, 'email-undo', input),
    handle: async ({ ctx, prepared, request: { headers } }) => {
      await inTransaction(ctx, async (ctx) => {
        if (prepared.userId === undefined) throw invalidCode()
        await lockUsers(ctx, [prepared.userId])
        const { address: email, madeAt: since } = await useCode(ctx, prepared)
        const row = await storedUser(ctx, prepared.userId)
        if (!row || email === undefined) throw invalidCode()
        const acceptLanguage = headers['accept-language']
        const removed = await undoAddressChange(ctx, row, { email, since, acceptLanguage })
        for (const factor of removed) await tellOfFactor(ctx, 'factor-removed', { ...row, email }, { factor })
        // Strangers cannot silence the mails that are asked for from here.
        await limits.rememberAddress(ctx, row.id)
      })
      return { data: [], messages: ['Saved successfully'] }
    },
  })
