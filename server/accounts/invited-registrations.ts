import { Type } from 'typebox'
import type { Action } from '../../contract/actions.ts'
import { choice, EMPTY, id, nothing, nullable, ref, time } from '../../contract/fields.ts'
import type { Ctx } from '../access/context.ts'
import { laterEnd } from '../access/in-force.ts'
import { accessToMore } from '../access/matrix.ts'
import { recordEntry } from '../audit/entries.ts'
import type { AnyRow } from '../crud/define/resource.ts'
import { pageRequest, selectorOf, withColumn } from '../crud/endpoints/route-parts.ts'
import { writeOne } from '../crud/endpoints/write-routes.ts'
import { listParameters } from '../crud/query/list-query.ts'
import { findId } from '../crud/query/selector.ts'
import { updateRow } from '../crud/write/rows.ts'
import { operationsOf } from '../crud/write/write.ts'
import type { AuditChange } from '../db/tables.ts'
import { conflict, invalid, notFound, tooManyRequests } from '../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { mailCode, recipientOf } from '../mail/code-mails.ts'
import { say } from '../messages/say.ts'
import {
  authorityOf,
  endInvitations,
  type InvitationRow,
  invitationOf,
  NOT_INVITED,
} from '../resources/invitations/invitations.ts'
import { mailInvitations, nameOfUser } from '../resources/invitations/mails.ts'
import { defaultEnd, faultsOfEnd } from '../resources/invitations/orders.ts'
import { plannedLinks, refuseUnlessMayGive } from '../resources/invitations/planned-links.ts'
import { readInvitations } from '../resources/invitations/read.ts'
import { registrations } from '../resources/registrations/index.ts'
import { refuseUnlessMayRegister } from '../resources/users/registered-role.ts'
import { pageOf, pageSchema } from '../values/page.ts'

const PER_PAGE = 20

const shared = (operation: string) => ({
  name: `registrations.${operation}`,
  tag: 'registrations',
  access: accessToMore(registrations, operation),
})

const resend = defineEndpoint({
  ...shared('resend'),
  effect: 'write',
  methods: ['POST'],
  path: '/api/registrations/:column/:value/resend',
  summary: 'Mail somebody their invitation, or the code of their sign-up, again',
  description:
    'Of an invitation: the caller must hold all that is planned, and becomes the inviter. It ends at `expires_at`, or else ' +
    'in 7 days unless it ends later. Of a sign-up that waits for its verification: a mail with a fresh code. Earlier codes ' +
    'stay alive. An address gets at most five mails of a kind in an hour: then 429.',
  // Each mail has a code of its own.
  ignoresIdempotencyKey: true,
  input: Type.Object({ expires_at: Type.Optional(time('When the invitation ends: at most in 90 days.')) }),
  unknown: 'refuse',
  nullIsAbsent: true,
  status: 202,
  data: nothing,
  messages: ['A mail is on its way'],
  refusals: [404, 409, 412, 429],
  handle: async (call) => {
    const { expires_at: end } = call.input
    const faults = faultsOfEnd(call.ctx, end)
    if (faults.length > 0) throw invalid(faults)
    const acceptLanguage = call.request.headers['accept-language']
    await writeOne(call as Call, registrations, async (ctx, row) => {
      const invitation = await invitationOf(ctx, row.id)
      if (row.status === 'user-created' || (!invitation && row.status !== 'email-verification-pending'))
        throw conflict('not_needed', say`This registration needs no mail any more.`)
      const isSent = invitation
        ? await inviteAgain(ctx, row, invitation, { end, acceptLanguage })
        : await mailSignUp(ctx, row, acceptLanguage)
      if (!isSent)
        throw tooManyRequests(
          say`This address has had as many mails of this kind as it gets in an hour.`,
          3600,
        )
      if (!invitation) recordOf(ctx, 'registrations.resend', row.id)
    })
    return { data: [], messages: ['A mail is on its way'] }
  },
})

function mailSignUp(ctx: Ctx, row: AnyRow, acceptLanguage: string | undefined): Promise<boolean> {
  const registration = recipientOf(row)
  return mailCode(ctx, {
    kind: 'verify',
    to: { registration },
    address: registration.email,
    acceptLanguage,
    causedBy: 'administrator',
  })
}

const recordOf = (ctx: Ctx, action: Action, id: number, changes: readonly AuditChange[] = []) =>
  recordEntry(ctx, { action, subject: { type: 'registrations', table: 'registrations', id }, changes })

interface Again {
  end: string | undefined
  acceptLanguage: string | undefined
}

/** The caller becomes the inviter, so they must hold all that is planned. @returns whether it is mailed @throws Refusal 403 */
async function inviteAgain(
  ctx: Ctx,
  row: AnyRow,
  { id, message, expires_at: former }: InvitationRow,
  { end, acceptLanguage }: Again,
): Promise<boolean> {
  const links = await plannedLinks(ctx, [id])
  await refuseUnlessMayRegister(ctx)
  await refuseUnlessMayGive(ctx, links)
  const { authorId } = ctx.actor
  const expiresAt = end ?? (laterEnd(former, defaultEnd(ctx)) as string)
  await ctx.db
    .updateTable('invitations')
    .set({ inviter_id: authorId, authority: authorityOf(ctx), expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
  await updateRow(ctx, registrations, row, { invited_by: authorId, invited_at: ctx.now() })
  recordOf(ctx, 'invitations.resend', row.id, [{ field: 'expires_at', from: former, to: expiresAt }])
  const { email, first_name: name, language } = recipientOf(row)
  const [isSent = false] = await mailInvitations(ctx, 'invitation', await nameOfUser(ctx, authorId), [
    {
      registrationId: row.id,
      address: email,
      name: name || null,
      languages: [language, acceptLanguage],
      expiresAt,
      message,
      roles: links.flatMap(({ kind, target }) => (kind === 'role' && target ? target.name : [])),
    },
  ])
  return isSent
}

const revoke = defineEndpoint({
  ...shared('revoke'),
  effect: 'write',
  methods: ['POST'],
  path: '/api/registrations/:column/:value/revoke',
  summary: 'Revoke an invitation',
  description: 'Ends its codes and what it plans, and soft-deletes the registration.',
  input: Type.Object({}),
  unknown: 'refuse',
  data: nothing,
  messages: ['Action was successful'],
  refusals: [404, 409, 412],
  handle: async (call) => {
    await writeOne(call, registrations, async (ctx, row) => {
      if (row.status === 'user-created' || !(await invitationOf(ctx, row.id)))
        throw conflict('not_invited', say`This registration is not an invitation that waits.`)
      await endInvitations(ctx, [row.id])
      await updateRow(ctx, registrations, row, NOT_INVITED)
      recordOf(ctx, 'invitations.revoke', row.id)
      await operationsOf(registrations).remove(ctx, registrations, row, { cascade: false })
    })
    return { data: [], messages: ['Action was successful'] }
  },
})

const readOne = defineEndpoint({
  ...shared('invitation'),
  effect: 'read',
  methods: ['GET'],
  path: '/api/registrations/:column/:value/invitation',
  summary: 'Read the invitation of a registration',
  description: 'Who invites, until when, and what is planned. 404 once it is accepted or revoked.',
  input: Type.Object({}),
  unknown: 'ignore',
  data: ref('Invitation'),
  refusals: [404],
  handle: async ({ ctx, ...call }) => {
    const id = await findId(ctx, registrations, selectorOf(call))
    const page = { page: 1, perPage: 1 }
    const { records } = await readInvitations(ctx, { registration_id: id }, page, call.budget())
    if (!records[0]) throw notFound(say`This registration is not an invitation that waits.`)
    return { data: records[0] }
  },
})

const list = defineEndpoint({
  name: 'invitations.list',
  tag: 'invitations',
  access: accessToMore(registrations, 'invitation'),
  effect: 'read',
  methods: ['GET'],
  path: '/api/invitations',
  summary: 'List the invitations',
  description:
    'Those that are neither accepted nor revoked, newest first: who invites, until when, and what is planned.',
  input: Type.Object({
    page: listParameters.page,
    per_page: listParameters.per_page,
    state: Type.Optional(
      choice(['waiting', 'expired'], { description: 'Only those: `waiting` includes `ended`.' }),
    ),
    inviter_id: Type.Optional(nullable(id('Only those of this user.'), EMPTY)),
  }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: Type.Object({ list: pageSchema('Invitation') }),
  refusals: [],
  handle: async (call) => {
    const { page = 1, per_page: perPage = PER_PAGE, ...filters } = call.input
    const budget = call.budget()
    const { records, total } = await readInvitations(call.ctx, filters, { page, perPage }, budget)
    return { data: { list: pageOf(records, total, pageRequest(call, { page, perPage })) } }
  },
})

/** Invitations that wait for their acceptance, for those who invite. */
export const invitedRegistrationEndpoints: readonly Endpoint[] = [
  list,
  ...[resend, revoke, readOne].map((endpoint) => withColumn(endpoint, registrations)),
]
