import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { InvitationAccept, InvitationCreate, InvitationLook } from '../../contract/invitations.ts'
import type { Actor } from '../access/actor.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { mayWithContacts } from '../access/matrix.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Limits } from '../credentials/limits.ts'
import { endCodes, invalidCode, isInForce, type PresentedCode, useCode } from '../credentials/mailed-codes.ts'
import { refuseOwnName, takeChosenPassword } from '../credentials/own-names.ts'
import { type AnyRow, resourceNamed } from '../crud/define/resource.ts'
import { itemsOf, MAX_ITEMS, readItems } from '../crud/endpoints/bulk-items.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { readById, readByIds } from '../crud/read/read.ts'
import { FIRST_RECORDS } from '../crud/read/records.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { invalidField } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { IGNORED_BY_WRITES } from '../http/request/ignored-by-writes.ts'
import { languageOf } from '../messages/languages.ts'
import { type Message, say } from '../messages/say.ts'
import {
  endInvitations,
  type InvitationRow,
  invitationOf,
  inviterOf,
} from '../resources/invitations/invitations.ts'
import { invite } from '../resources/invitations/invite.ts'
import { orderOf, refuseRepeatedAddresses } from '../resources/invitations/orders.ts'
import { giveToInvited, MAX_SENTENCES, sentencesOn } from '../resources/invitations/planned-links.ts'
import { shownToInvited } from '../resources/invitations/read.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { refuseDisallowedUsername } from '../resources/people/usernames.ts'
import { createUserWithoutRoles } from '../resources/registrations/create-user.ts'
import type { Fields } from '../values/fields.ts'
import { reader } from '../values/validate.ts'
import { checkSentCode, refuseUnfitPassword } from './mailed.ts'

/** Inviting people, and accepting an invitation. */
export const invitationEndpoints = (limits: Limits): Endpoint[] => [
  createMany,
  createOne,
  look(limits),
  accept(limits),
]

const access = mayWithContacts('can-invite-users', 'no-more-than-held', 'chosen-roles', 'chosen-terms')

const creating = {
  methods: ['POST'],
  path: '/api/invitations/create',
  tag: 'invitations',
  access,
  effect: 'write',
  unknown: 'refuse',
  status: 201,
  messages: ['Saved successfully.'],
  refusals: [409],
} as const

const WHAT =
  'Each gets a registration, and a mail with a link to accept the invitation: the user then gets the planned roles and ' +
  'terms, as far as the inviter could still give them at that moment. A registration that waits for its verification becomes ' +
  'the invitation, and what was typed into it is dropped; an address that is invited already gets the new plan. A user’s ' +
  'address is 409 `email_taken`. An address gets at most five such mails in an hour; beyond, nothing is mailed.'

const createOne = defineEndpoint({
  ...creating,
  name: 'invitations.create',
  summary: 'Invite somebody',
  description: WHAT,
  input: InvitationCreate,
  nullIsAbsent: true,
  data: Type.Object({ item: ref('Registration') }),
  prepare: async ({ ctx, input }) => orderOf(ctx, input as Fields, 0, ''),
  handle: async ({ ctx, prepared: order, request: { headers } }) => {
    const item = await inTransaction(ctx, async (ctx) => {
      const [id] = await invite(ctx, [order], headers['accept-language'])
      return readById(ctx, resourceNamed(ctx, 'registrations'), id as number)
    })
    return { data: { item }, messages: ['Saved successfully.'] }
  },
})

const readOrder = reader(InvitationCreate, {
  unknown: 'refuse',
  known: IGNORED_BY_WRITES,
  nullIsAbsent: true,
})

const createMany = defineEndpoint({
  ...creating,
  name: 'invitations.createMany',
  summary: 'Invite many people',
  description: `The body is an array of at most ${MAX_ITEMS} items. All are invited, or nobody. ${WHAT}`,
  when: (_sent, body) => Array.isArray(body),
  items: InvitationCreate,
  input: Type.Object({}),
  data: Type.Object({ items: Type.Array(ref('Registration'), { maxItems: MAX_ITEMS }) }),
  prepare: async (call) => {
    const orders = readItems(itemsOf(call.body), (fields, index) =>
      orderOf(call.ctx, readOrder(fields), index, `${index}.`),
    )
    refuseRepeatedAddresses(orders)
    if (orders.length > FIRST_RECORDS) await call.budget().reserve()
    return orders
  },
  handle: async (call) => {
    const orders = call.prepared
    const budget = orders.length > FIRST_RECORDS ? call.budget() : undefined
    const run = async (ctx: Ctx) => {
      const ids = await invite(ctx, orders, call.request.headers['accept-language'])
      return readByIds(ctx, resourceNamed(ctx, 'registrations'), ids, budget)
    }
    const items = await inTransaction(call.ctx, run, { isLong: true })
    return { data: { items }, messages: ['Saved successfully.'] }
  },
})

/** Whoever has the code of an invitation that is in force. */
interface Invited {
  row: AnyRow
  invitation: InvitationRow
  inviter: Actor
}

/** @throws Refusal 422 alike for each reason why it is not in force */
async function invited(ctx: Ctx, registrationId: number): Promise<Invited> {
  const eb = anyTable()
  const isTheirs = eb.and([eb('id', '=', registrationId), eb('deleted_at', 'is', null)])
  const [row] = await storedRows(ctx, 'registrations', isTheirs, { limit: 1 })
  const invitation =
    row && row.status !== 'user-created' ? await invitationOf(ctx, registrationId) : undefined
  const inviter = invitation && (await inviterOf(ctx, invitation))
  if (!row || !invitation || !inviter) throw invalidCode()
  return { row, invitation, inviter }
}

const look = (limits: Limits): Endpoint =>
  defineEndpoint({
    name: 'invitation-look',
    tag: 'invitations',
    methods: ['POST'],
    path: '/api/invitations/look',
    summary: 'See an invitation',
    description:
      'With the code of its mail: who invites, to what, for which address, until when. Changes nothing.',
    access: 'public',
    isForEndUsers: true,
    effect: 'read',
    input: InvitationLook,
    unknown: 'refuse',
    data: Type.Object({ invitation: ref('InvitationShown') }),
    refusals: [429],
    handle: async ({ ctx, input }) => {
      const presented = await checkSentCode(ctx, limits, 'invitation', input)
      if (presented.registrationId === undefined || !(await isInForce(ctx, presented))) throw invalidCode()
      const { row, invitation, inviter } = await invited(ctx, presented.registrationId)
      const person = { email: row.email as string, first_name: row.first_name as string }
      return { data: { invitation: await shownToInvited(ctx, invitation, inviter, person) } }
    },
  })

interface Accepted {
  presented: PresentedCode
  /** What is stored of the user, with the hash of the password. */
  values: Fields
  username: string | undefined
}

const accept = (limits: Limits): Endpoint =>
  defineEndpoint({
    name: 'invitation-accept',
    tag: 'invitations',
    methods: ['POST'],
    path: '/api/invitations/accept',
    summary: 'Accept an invitation',
    description:
      'With the code of its mail, a password, and a `first_name` unless the inviter gave one. Answers the new user, whose ' +
      'address is verified, with the role `registered` and what is planned, as far as the inviter could give it now; ' +
      '`messages` says what was not given. It signs nobody in. Other fields are judged first: a refusal uses no code. If ' +
      'whoever invited may not invite any more, the code is 422 `invalid_code`.',
    access: 'public',
    isForEndUsers: true,
    effect: 'write',
    input: InvitationAccept,
    unknown: 'refuse',
    nullIsAbsent: true,
    status: 201,
    data: Type.Object({ item: ref('User') }),
    messages: ['Saved successfully'],
    maxMessages: 1 + MAX_SENTENCES,
    isInLanguage: true,
    refusals: [409, 429],
    prepare: async ({ ctx, input }): Promise<Accepted> => {
      const { code, password, password_confirmation: confirmation, username, ...values } = input
      ctx.hashing?.refuseIfFull(ctx)
      refuseUnfitPassword(password, confirmation)
      refuseInvalidLines(InvitationAccept, values)
      const presented = await checkSentCode(ctx, limits, 'invitation', { code })
      return { presented, username, values: { ...values, ...(await hashSecrets({ password }, ctx)) } }
    },
    handle: async ({ ctx, prepared, request: { headers } }) => {
      const language = languageOf(headers['accept-language'])
      const { user, sentences } = await inTransaction(ctx, async (ctx) => {
        const { id, sentences } = await acceptInvitation(ctx, prepared)
        await limits.rememberAddress(ctx, id)
        return { user: await readById(asOwner(ctx), resourceNamed(ctx, 'users'), id), sentences }
      })
      return {
        data: { item: user },
        messages: ['Saved successfully', ...sentences.map((sentence) => sentence.in(language))],
        headers: { 'content-language': language },
      }
    },
  })

/** @returns the id of the new user @throws Refusal 409, 422 */
async function acceptInvitation(
  ctx: Ctx,
  { presented, values, username }: Accepted,
): Promise<{ id: number; sentences: Message[] }> {
  const { registrationId } = await useCode(ctx, presented)
  if (registrationId === undefined) throw invalidCode()
  const { row, invitation, inviter } = await invited(ctx, registrationId)
  const { chosen, values: given } = takeChosenPassword(values)
  const person: AnyRow = { ...row, ...given, ...(username !== undefined && { username }) }
  if (person.first_name === '')
    throw invalidField('first_name', 'required', say`${'first_name'} is required.`)
  if (username !== undefined) refuseDisallowedUsername({ username, email: row.email })
  refuseOwnName(chosen, person)
  // The inviter assigns the links, and is recorded as their author.
  const byInviter: Ctx = { ...ctx, actor: inviter }
  const id = await createUserWithoutRoles(byInviter, row, {
    values: { ...given, activated_ip: ctx.ip },
    username,
  })
  const giving = await giveToInvited(byInviter, id, invitation.id)
  await endInvitations(ctx, [registrationId])
  await endCodes(ctx, { registrationId })
  return { id, sentences: sentencesOn(giving) }
}
