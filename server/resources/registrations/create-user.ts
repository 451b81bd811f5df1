import { Type } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import * as people from '../../../contract/people.ts'
import { RegistrationApproval } from '../../../contract/registrations.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { type AnyRow, type Resource, resourceNamed } from '../../crud/define/resource.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { readById } from '../../crud/read/read.ts'
import { updateRow } from '../../crud/write/rows.ts'
import { conflict } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { recipientOf } from '../../mail/code-mails.ts'
import { tellWelcome } from '../../mail/notices.ts'
import { languageOf } from '../../messages/languages.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { endInvitations, invitationOf } from '../invitations/invitations.ts'
import { giveLinks, MAX_SENTENCES, sentencesOn } from '../invitations/planned-links.ts'
import { isNumberedDefault } from '../people/default-usernames.ts'
import { isAllowedUsername, isForeignAddress } from '../people/usernames.ts'
import { assignChosenRoles, type ChosenRoles, readChosenRoles } from '../users/links.ts'
import { giveRegisteredRole, refuseUnlessMayRegister } from '../users/registered-role.ts'
import { createUser } from '../users/writes.ts'
import { refuseUsersEmail } from './writes.ts'

/** Creates the user of a registration, once. An administrator may do so for an unverified email. */
export const createUserEndpoint = (registrations: Resource): Endpoint => {
  return defineEndpoint({
    name: 'registrations.create-user',
    methods: ['GET', 'POST'],
    path: '/api/registrations/:column/:value/create-user',
    tag: 'registrations',
    summary: 'Create a user from a registration',
    description:
      'Copies its fields and password, links both ways and gives the role `registered`, and `roles` besides, until `expires_at`: all of it or ' +
      'nothing. Once only. What an invitation of the registration plans is given as far as the caller could give it; ' +
      '`messages` says what was not.',
    access: accessToMore(registrations, 'create-user'),
    effect: 'write',
    input: RegistrationApproval,
    unknown: 'refuse',
    nullIsAbsent: true,
    status: 201,
    data: Type.Object({ user: ref('User') }),
    messages: ['User is created.'],
    maxMessages: 1 + MAX_SENTENCES,
    isInLanguage: true,
    refusals: [404, 409, 412],
    handle: async (call) => {
      const { input } = call
      const language = languageOf(call.request.headers['accept-language'])
      const { user, sentences } = await writeOne(call, registrations, async (ctx, row) => {
        const { id, sentences } = await approve(ctx, row, readChosenRoles(ctx, input))
        return { user: await readById(ctx, resourceNamed(ctx, 'users'), id), sentences }
      })
      return {
        data: { user },
        messages: ['User is created.', ...sentences.map((sentence) => sentence.in(language))],
        headers: { 'content-language': language },
      }
    },
  })
}

/**
 * Creates the user of a registration in this transaction, with roles, and with what its invitation plans as far as the caller
 * could give it.
 * @returns the id of the user, and sentences about what was not given
 */
export async function approve(
  ctx: Ctx,
  row: AnyRow,
  chosen: ChosenRoles,
): Promise<{ id: number; sentences: Message[] }> {
  const invitation = await invitationOf(ctx, row.id)
  const id = await createUserFrom(ctx, row)
  if (row.status === 'email-verified' && isSignUp(row)) await tellWelcome(ctx, recipientOf(row), id)
  await assignChosenRoles(ctx, id, chosen)
  if (!invitation) return { id, sentences: [] }
  const giving = await giveLinks(ctx, id, invitation.id)
  await endInvitations(ctx, [row.id])
  return { id, sentences: sentencesOn(giving) }
}

/** Its person waits for an answer. One whom somebody else registered need not know of the service. */
const isSignUp = ({ created_by: author }: AnyRow) => author === null

const COPIED = [
  'email',
  'username',
  'password_hash',
  'activation_code_hash',
  ...Object.keys(people.profile),
  ...Object.keys(people.origin).filter(
    (name) => !['user_id', 'user_created_at', 'registration_id'].includes(name),
  ),
]

/** Creates the user of a registration, with the role `registered`. */
export async function createUserFrom(ctx: Ctx, row: AnyRow, choices: OwnChoices = {}): Promise<number> {
  refuseIfCreated(row)
  await refuseUnlessMayRegister(ctx)
  const userId = await createUserWithoutRoles(ctx, row, choices)
  await giveRegisteredRole(ctx, userId)
  return userId
}

function refuseIfCreated({ status }: AnyRow): void {
  if (status === 'user-created') throw conflict('user_created', say`This registration already has a user.`)
}

interface OwnChoices {
  /** Of the registration and the user. */
  values?: Fields
  /** In place of that of the registration. */
  username?: string | undefined
  /**
   * A default username loses its number, if no user has it. The number tells whoever verified the address that somebody else
   * with a similar one has registered.
   */
  isNumberDropped?: boolean
}

/** The same, without a role. @param choices what the user says of themselves */
export async function createUserWithoutRoles(
  ctx: Ctx,
  row: AnyRow,
  { values = {}, username, isNumberDropped = false }: OwnChoices = {},
): Promise<number> {
  refuseIfCreated(row)
  const person: AnyRow = { ...row, ...values }
  if (person.first_name === '')
    throw conflict('no_name', say`This registration has no name yet. Set its first_name.`, 'first_name')
  await refuseUsersEmail(ctx, row.email as string)
  const now = ctx.now()
  const copied: Fields = Object.fromEntries(COPIED.map((name) => [name, person[name]]))
  const user = {
    ...copied,
    username: username ?? (await freeUsername(ctx, row, isNumberDropped)),
    registration_id: row.id,
    user_created_at: now,
    activated_at: now,
  }
  const isUsernameFound = username === undefined
  const write = await createUser(ctx, resourceNamed(ctx, 'users'), user, { isUsernameFound })
  const { id: userId } = await write.result
  await updateRow(ctx, resourceNamed(ctx, 'registrations'), row, {
    ...values,
    status: 'user-created',
    user_id: userId,
    user_created_at: now,
  })
  return userId
}

/**
 * If a user has taken the username since, or it is no longer allowed, a new one is made from the email.
 * @returns undefined for a default one
 */
async function freeUsername(ctx: Ctx, row: AnyRow, isNumberDropped: boolean): Promise<string | undefined> {
  const { username, email } = row as unknown as { username: string; email: string }
  const isFit = isAllowedUsername(username) && !isForeignAddress(username, email)
  if (!isFit || (isNumberDropped && isNumberedDefault(username, email))) return undefined
  const taken = await ctx.db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('username_key', '=', row.username_key as string),
        eb('email_key', '=', row.username_key as string),
      ]),
    )
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return taken ? undefined : username
}
