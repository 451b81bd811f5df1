import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { MailRequest, mailed, PasswordReset } from '../../contract/passwords.ts'
import * as people from '../../contract/people.ts'
import { SignUp } from '../../contract/users.ts'
import { SYSTEM } from '../access/actor.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Config } from '../config/config.ts'
import type { Limits } from '../credentials/limits.ts'
import {
  endCodes,
  invalidCode,
  issueCode,
  NOBODY,
  newRequest,
  type PresentedCode,
  reservedAddresses,
  useCode,
} from '../credentials/mailed-codes.ts'
import { isNameOf, refuseOwnName, takeChosenPassword } from '../credentials/own-names.ts'
import { type AnyRow, resourceNamed } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { readById } from '../crud/read/read.ts'
import { updateRow } from '../crud/write/rows.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { operationsOf } from '../crud/write/write.ts'
import { fold } from '../db/queries/texts.ts'
import { conflict, invalidField, Refusal } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { greetedAs, mailCode, type Recipient, recipientOf } from '../mail/code-mails.ts'
import { addressLock, enqueueMail, hasMailsLeft } from '../mail/outbox.ts'
import { say } from '../messages/say.ts'
import { endInvitations, invitationOf, inviterOf, NOT_INVITED } from '../resources/invitations/invitations.ts'
import { mailInvitations, nameOfUser } from '../resources/invitations/mails.ts'
import { lockUsername, usernameInPlaceOf } from '../resources/people/default-usernames.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { refuseDisallowedUsername } from '../resources/people/usernames.ts'
import { createUserFrom } from '../resources/registrations/create-user.ts'
import { replaceProfile } from '../resources/registrations/replaced.ts'
import type { Fields } from '../values/fields.ts'
import { checkSentCode, inEqualTime, refuseUnfitPassword } from './mailed.ts'

const PENDING = 'email-verification-pending'

/** What a sign-up that waits for its verification answers: nothing that depends on the address. */
export const PendingSignUp = Type.Object(
  {
    ...mailed,
    status: Type.Literal(PENDING, { examples: [PENDING] }),
    ...Type.Partial(Type.Object({ ...people.profile, phone: people.keptPhone })).properties,
  },
  {
    $id: 'PendingSignUp',
    description: 'A sign-up whose address is not verified yet: the fields that were sent.',
  },
)

/**
 * Judges a sign-up without a look at who has the address or the username, so that a refusal reveals neither. The password
 * is judged and discarded: whoever verifies the address chooses one, so that nobody prepares an account for somebody else.
 * @throws Refusal 422
 */
export function judgedSignUp(input: Fields): Fields {
  const { password, password_confirmation: confirmation, ...values } = input
  refuseUnfitPassword(password as string, confirmation as string | undefined)
  refuseInvalidLines(SignUp, values)
  refuseDisallowedUsername(values)
  if (isNameOf(values, password as string)) {
    throw invalidField(
      'password',
      'own_name',
      say`password must not be the email or the username of its account; choose another.`,
    )
  }
  return values
}

interface Asked {
  acceptLanguage: string | undefined
  values: Fields
}

/** Registers somebody, or anew, and mails a code. A user's address gets a mail that says so. @returns the answer's item */
export async function signUpToVerify(ctx: Ctx, asked: Asked): Promise<Fields> {
  const request = newRequest()
  const locks = [addressLock(asked.values.email as string)]
  await inEqualTime(() =>
    repeatIfTaken(() => inTransaction(ctx, (ctx) => register(ctx, request, asked), { locks })),
  )
  const sent = Object.keys(people.profile).filter((name) => asked.values[name] !== undefined)
  return { request, status: PENDING, ...Object.fromEntries(sent.map((name) => [name, asked.values[name]])) }
}

/** Two sign-ups of one new address at the same time: the second is one of a known address. */
async function repeatIfTaken(run: () => Promise<void>): Promise<void> {
  await run().catch((error) => {
    if (error instanceof Refusal && error.code === 'email_taken') return run()
    throw error
  })
}

async function register(ctx: Ctx, request: string, { values, acceptLanguage }: Asked): Promise<void> {
  const email = values.email as string
  const given = await withFreeUsername(ctx, values)
  const user = await liveUser(ctx, email)
  const pending = await liveRegistration(ctx, email)
  if (user) {
    await issueCode(ctx, { purpose: 'signup-verify', target: {}, address: email, request })
    return tellRegistered(ctx, user, acceptLanguage)
  }
  const isReserved = (await reservedAddresses(ctx, [fold(email)])).size > 0
  if (isReserved || (pending && pending.status !== PENDING)) {
    await mailCode(ctx, { kind: 'verify', address: email, request, acceptLanguage })
    return
  }
  if (pending && (await remindOfInvitation(ctx, email, pending, acceptLanguage))) {
    await mailCode(ctx, { kind: 'verify', address: email, request, acceptLanguage })
    return
  }
  const registrations = resourceNamed(ctx, 'registrations')
  const origin = { created_ip: ctx.ip }
  if (pending) await replaceProfile(ctx, pending, { ...namelessIfMade(pending, given), ...origin })
  else {
    const { result } = await operationsOf(registrations).create(ctx, registrations, { ...given, ...origin })
    await result
  }
  const registration = recipientOf((await liveRegistration(ctx, email)) as AnyRow)
  const to = { registration }
  await mailCode(ctx, { kind: 'verify', to, address: registration.email, request, acceptLanguage })
}

/**
 * Mails an invited person another code for their invitation, which stays as it is. One that is no longer in force ends: its
 * address may sign up.
 * @param row the sign-up that waits; without it, the same is read
 * @returns whether there is an invitation
 */
async function remindOfInvitation(
  ctx: Ctx,
  email: string,
  row: AnyRow | undefined,
  acceptLanguage: string | undefined,
): Promise<boolean> {
  const invitation = await invitationOf(ctx, row?.id ?? NOBODY)
  const isLeft = await hasMailsLeft(ctx, { kind: 'invitation-reminder', to: { address: email } })
  if (!row || !invitation) return false
  // The rest takes longer than an answer about an unknown address, so only five requests in an hour do it.
  if (!isLeft) return true
  const inviter = await inviterOf(ctx, invitation)
  if (!inviter) {
    await endInvitations(ctx, [row.id])
    await updateRow(ctx, resourceNamed(ctx, 'registrations'), row, NOT_INVITED)
    return false
  }
  const { email: address, language } = recipientOf(row)
  await mailInvitations(ctx, 'invitation-reminder', await nameOfUser(ctx, inviter.authorId), [
    {
      registrationId: row.id,
      address,
      name: null,
      languages: [language, acceptLanguage],
      expiresAt: invitation.expires_at,
      message: null,
      roles: [],
    },
  ])
  return true
}

async function tellRegistered(ctx: Ctx, user: Recipient, acceptLanguage: string | undefined): Promise<void> {
  await enqueueMail(ctx, {
    kind: 'already-registered',
    to: { address: user.email, userId: user.id },
    languages: [user.language, acceptLanguage],
    values: { name: greetedAs(user) },
  })
}

const liveUser = ({ db }: Ctx, email: string) =>
  db
    .selectFrom('users')
    .where('email_key', '=', fold(email))
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

async function liveRegistration(ctx: Ctx, email: string): Promise<AnyRow | undefined> {
  const eb = anyTable()
  const isTheirs = eb.and([eb('email_key', '=', fold(email)), eb('deleted_at', 'is', null)])
  return (await storedRows(ctx, 'registrations', isTheirs, { limit: 1 }))[0]
}

/**
 * A username that a user has is refused, whatever the address. One that another registration has, and one that is the
 * address, are left out: a refusal would reveal who has the address. The default is made of the address.
 *
 * Sign-ups that wait for their verification hold no username: the next one with the same gets it, whether or not the address
 * of that one is known. Otherwise, a stranger who signs up with a new username for somebody else's address, and with the same
 * for their own, would learn from what they get whether the first sign-up was stored.
 * @throws Refusal 409
 */
async function withFreeUsername(ctx: Ctx, values: Fields): Promise<Fields> {
  const { username, ...others } = values
  if (typeof username !== 'string' || username.includes('@')) return others
  await lockUsername(ctx, username)
  const user = await ctx.db
    .selectFrom('users')
    .where('username_key', '=', fold(username))
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (user) throw conflict('username_taken', say`This username is taken; choose another.`, 'username')
  const eb = anyTable()
  const holds = eb.and([eb('username_key', '=', fold(username)), eb('deleted_at', 'is', null)])
  const [holder] = await storedRows(ctx, 'registrations', holds, { limit: 1 })
  if (!holder || holder.email_key === fold(values.email as string)) return values
  if (holder.status !== PENDING || !isSignUp(holder)) return others
  const other = await usernameInPlaceOf(ctx, 'registrations', holder.email as string, username)
  await updateRow(ctx, resourceNamed(ctx, 'registrations'), holder, { username: other })
  return values
}

const isSignUp = ({ created_by: author }: AnyRow) => author === null

/** A registration that somebody else has made keeps its username: a stranger must not learn that it was there. */
function namelessIfMade(row: AnyRow, { username, ...others }: Fields): Fields {
  return username === undefined || !isSignUp(row) ? others : { username, ...others }
}

type VerifyConfig = Pick<Config, 'signup' | 'approval'>

const shared = {
  methods: ['POST'],
  tag: 'identity',
  effect: 'write',
  unknown: 'refuse',
  access: 'public',
  isForEndUsers: true,
} as const

/** Verification of the addresses of sign-ups. */
export const verificationEndpoints = (config: VerifyConfig, limits: Limits): Endpoint[] => [
  verify(config, limits),
  resend(config, limits),
]

const verify = ({ signup, approval }: VerifyConfig, limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'signup-verify',
    path: '/api/signup/verify',
    summary: 'Verify the address of a sign-up',
    description:
      'With the code of the mailed link, or its digits and the `request` of the sign-up. `password` becomes that of the ' +
      'account; the one of the sign-up is not kept. Answers 201 with the new user, or with APPROVAL=manual 202: then an ' +
      'administrator creates the user, which a mail tells. A refused password uses no code.',
    input: PasswordReset,
    status: 201,
    otherStatus: 202,
    data: Type.Object({ item: Type.Union([ref('User'), VerifiedSignUp]) }),
    messages: ['Saved successfully'],
    refusals: [403, 409, 429],
    prepare: async ({ ctx, input }): Promise<{ presented: PresentedCode; values: Fields }> => {
      const { password, password_confirmation: confirmation } = input
      refuseUnlessVerifying(signup)
      ctx.hashing?.refuseIfFull(ctx)
      refuseUnfitPassword(password, confirmation)
      const presented = await checkSentCode(ctx, limits, 'signup-verify', input)
      return { presented, values: await hashSecrets({ password }, ctx) }
    },
    handle: async ({ ctx, prepared: { presented, values } }) => {
      const user = await inTransaction(ctx, async (ctx) => {
        const id = await verifyRegistration(ctx, presented, { values, isApproved: approval === 'none' })
        if (id === undefined) return undefined
        await limits.rememberAddress(ctx, id)
        return readById(asOwner(ctx), resourceNamed(ctx, 'users'), id)
      })
      const messages = ['Saved successfully']
      return user
        ? { data: { item: user }, messages }
        : { status: 202, data: { item: { status: 'email-verified' } }, messages }
    },
  })

const VerifiedSignUp = Type.Object(
  { status: Type.Literal('email-verified', { examples: ['email-verified'] }) },
  { $id: 'VerifiedSignUp', description: 'A sign-up that waits for its approval.' },
)

/** @returns the id of the new user; undefined if an administrator has to approve @throws Refusal 409, 422 */
async function verifyRegistration(
  ctx: Ctx,
  presented: PresentedCode,
  { values, isApproved }: { values: Fields; isApproved: boolean },
): Promise<number | undefined> {
  const { registrationId } = await useCode(ctx, presented)
  if (registrationId === undefined) throw invalidCode()
  const read = async () =>
    (await storedRows(ctx, 'registrations', anyTable()('id', '=', registrationId), { limit: 1 }))[0]
  const row = await read()
  if (row?.status !== PENDING || (await invitationOf(ctx, row.id))) throw invalidCode()
  const { chosen, values: given } = takeChosenPassword(values)
  refuseOwnName(chosen, row)
  const registrations = resourceNamed(ctx, 'registrations')
  const verified = { ...given, status: 'email-verified', activated_ip: ctx.ip }
  await updateRow(ctx, registrations, row, verified)
  if (!isApproved) return undefined
  await endCodes(ctx, { registrationId })
  // No administrator has to hold what everybody gets who signs up.
  const asService = { ...ctx, actor: SYSTEM }
  return createUserFrom(asService, (await read()) as AnyRow, { isNumberDropped: true })
}

const resend = ({ signup }: VerifyConfig, limits: Limits): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'signup-resend',
    path: '/api/signup/resend',
    summary: 'Ask for another mail to verify a sign-up',
    description:
      'Mails a new link and digits, if a sign-up with this address waits for its verification. The answer is the same, ' +
      'after the same time, if none does. An address gets at most five such mails in an hour.',
    // Each mail has a code of its own.
    ignoresIdempotencyKey: true,
    input: MailRequest,
    status: 202,
    data: Type.Object(mailed),
    messages: ['If a sign-up with this address waits, a mail is on its way'],
    refusals: [403, 429],
    admit: ({ ctx }) => {
      refuseUnlessVerifying(signup)
      return limits.askForMail(ctx)
    },
    handle: async ({ ctx, input: { email }, request: { headers } }) => {
      const request = newRequest()
      const acceptLanguage = headers['accept-language']
      const locks = [addressLock(email)]
      await inEqualTime(() =>
        inTransaction(ctx, (ctx) => mailAgain(ctx, { email, request, acceptLanguage }), { locks }),
      )
      return {
        data: { request },
        messages: ['If a sign-up with this address waits, a mail is on its way'],
      }
    },
  })

interface AskedAgain {
  email: string
  request: string
  acceptLanguage: string | undefined
}

async function mailAgain(ctx: Ctx, { email, request, acceptLanguage }: AskedAgain): Promise<void> {
  const row = await liveRegistration(ctx, email)
  const pending = row?.status === PENDING ? row : undefined
  const isInvited = await remindOfInvitation(ctx, email, pending, acceptLanguage)
  const to = pending && !isInvited ? { registration: recipientOf(pending) } : undefined
  const address = to?.registration.email ?? email
  await mailCode(ctx, { kind: 'verify', to, address, request, acceptLanguage })
}

/** Codes of a time with SIGNUP=verify work while sign-up is open too. @throws Refusal 403 */
function refuseUnlessVerifying(signup: VerifyConfig['signup']): void {
  if (signup === 'closed') throw new Refusal(403, 'signup_closed', say`Sign-up is closed.`)
}
