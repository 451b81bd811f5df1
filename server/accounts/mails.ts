import { Type } from 'typebox'
import { EMPTY, id, nullable, ref } from '../../contract/fields.ts'
import { MAIL_KINDS, MAIL_STATES, type MailKind, type MailState } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { CONTACT_SLUG, canSeeContacts } from '../access/guard.ts'
import { may, mayWithContacts } from '../access/matrix.ts'
import { inTransaction } from '../access/transaction.ts'
import { recordEntry } from '../audit/entries.ts'
import { type Config, mailFolderOf } from '../config/config.ts'
import { type CodePurpose, issueCode, recordSentCode } from '../credentials/mailed-codes.ts'
import { idIn, pageRequest } from '../crud/endpoints/route-parts.ts'
import { listParameters } from '../crud/query/list-query.ts'
import { addMs } from '../dates.ts'
import { locking } from '../db/transactions/row-locks.ts'
import { conflict, forbidden, notFound, tooManyRequests } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { LEASE_MS } from '../mail/claims.ts'
import { countMails, readMail, readMails } from '../mail/mails.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { say } from '../messages/say.ts'
import { pageOf, pageSchema } from '../values/page.ts'

const PER_PAGE = 20

const access = mayWithContacts('can-manage-mail')
const resendAccess = mayWithContacts('can-manage-mail')

const listMails = defineEndpoint({
  name: 'mails.list',
  tag: 'mails',
  access,
  effect: 'read',
  methods: ['GET'],
  path: '/api/mails',
  summary: 'List the mails of the outbox',
  description:
    'Those that wait, and for 30 days those that were sent or have failed, with the last reply of the mail server; newest ' +
    'first. What they say is never shown. `address` needs `can-see-users-contact-details`.',
  input: Type.Object({
    page: listParameters.page,
    per_page: listParameters.per_page,
    state: Type.Optional(Type.Enum([...MAIL_STATES], { description: 'Only those.' })),
    kind: Type.Optional(Type.Enum([...MAIL_KINDS], { description: 'Only those.' })),
    address: Type.Optional(
      Type.String({ maxLength: 150, description: 'To this address, whatever its case.' }),
    ),
    user_id: Type.Optional(nullable(id('To this user.'), EMPTY)),
  }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: Type.Object({ list: pageSchema('Mail') }),
  refusals: [],
  handle: async (call) => {
    const { page = 1, per_page: perPage = PER_PAGE, ...filters } = call.input
    if (filters.address !== undefined && !canSeeContacts(call.ctx))
      throw forbidden([CONTACT_SLUG], say`Finding mails by their address needs`)
    const { records, total } = await readMails(call.ctx, filters, { page, perPage })
    return { data: { list: pageOf(records.map(withResend), total, pageRequest(call, { page, perPage })) } }
  },
})

const resendMail = defineEndpoint({
  name: 'mails.resend',
  tag: 'mails',
  access: resendAccess,
  effect: 'write',
  methods: ['POST'],
  path: '/api/mails/:id/resend',
  summary: 'Send a mail again',
  description:
    'One that waits is tried at once. In place of one that was sent or has failed, a new mail with a fresh code is sent to ' +
    'the same address, if its recipient still has it and still needs it; the answer is the new one. Of notices nothing is ' +
    'kept, so they are not sent again.',
  input: Type.Object({}),
  unknown: 'refuse',
  data: Type.Object({ item: ref('Mail') }),
  messages: ['Saved'],
  refusals: [404, 409],
  handle: async (call) => {
    const item = await inTransaction(call.ctx, async (ctx) => {
      const id = idIn(call.params.id)
      const again = await resend(ctx, id)
      recordEntry(ctx, { action: 'mails.resend', subject: { type: 'mails', id } })
      return readMail(ctx, again)
    })
    return { data: { item: withResend(item) }, messages: ['Saved'] }
  },
})

const mailStatus = (config: Config): Endpoint =>
  defineEndpoint({
    name: 'mails.status',
    tag: 'mails',
    access: may('can-manage-mail'),
    effect: 'read',
    methods: ['GET'],
    path: '/api/mails/status',
    summary: 'Is mail sent?',
    description:
      'The mail server, or the folder of files while there is none; and how many mails wait or have failed.',
    input: Type.Object({}),
    unknown: 'ignore',
    data: ref('MailStatus'),
    refusals: [],
    handle: async ({ ctx }) => {
      const { mailUrl: server } = config
      return {
        data: {
          server: server ? `${server.host}:${server.port}` : null,
          folder: server ? null : mailFolderOf(config),
          ...(await countMails(ctx)),
        },
      }
    },
  })

/** The outbox. */
export const mailEndpoints = (config: Config): Endpoint[] => [listMails, mailStatus(config), resendMail]

const withResend = <M extends { kind: MailKind; state: MailState }>(mail: M) => ({
  ...mail,
  // One that waits is only tried sooner.
  is_resendable: mail.state === 'waiting' || AGAIN[mail.kind] !== undefined,
})

/** @returns the id of the mail that is sent @throws Refusal 404, 409, 429 */
async function resend(ctx: Ctx, id: number): Promise<number> {
  const { db, now } = ctx
  const stored = db.selectFrom('mails').where('id', '=', id).where('state', '<>', 'silenced').selectAll()
  const mail = await locking(db, stored, 'update').executeTakeFirst()
  if (!mail) throw notFound(say`No mail matches.`)
  if (mail.state === 'waiting') {
    // One that is tried sooner may be on its way at this moment.
    const afterLease = addMs(now(), LEASE_MS)
    await db
      .updateTable('mails')
      .set({ next_attempt_at: now() })
      .where('id', '=', id)
      .where('next_attempt_at', '>', afterLease)
      .execute()
    return id
  }
  if (mail.kind === 'invitation' || mail.kind === 'invitation-reminder')
    throw conflict(
      'not_resendable',
      say`Invitations are sent again by POST /api/registrations/id/${mail.registration_id ?? 0}/resend: whoever does so becomes the inviter.`,
    )
  const again = AGAIN[mail.kind]
  if (!again)
    throw conflict(
      'not_resendable',
      say`Mails of the kind ${mail.kind} are not sent again: nothing of them is kept.`,
    )
  const recipient = await again.find(ctx, mail)
  if (recipient?.email.toLowerCase() !== mail.address.toLowerCase())
    throw conflict('not_needed', say`Its recipient has another address now, or needs this mail no more.`)
  const target =
    mail.user_id === null ? { registrationId: mail.registration_id as number } : { userId: mail.user_id }
  const code =
    again.purpose && (await issueCode(ctx, { purpose: again.purpose, target, address: mail.address })).mailed
  const isSent = await enqueueMail(ctx, {
    kind: mail.kind,
    to: { address: mail.address, ...target },
    languages: [recipient.language, mail.language],
    values: { name: recipient.display_name ?? recipient.first_name, ...code },
    causedBy: 'administrator',
  })
  if (!isSent)
    throw tooManyRequests(say`This address has had as many mails of this kind as it gets in an hour.`, 3600)
  if (again.purpose) await recordSentCode(ctx, again.purpose, target)
  const { id: newest } = await db
    .selectFrom('mails')
    .where('address', '=', mail.address)
    .where('kind', '=', mail.kind)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return newest
}

interface Recipient {
  email: string
  first_name: string
  display_name: string | null
  language: string | null
}

interface Again {
  purpose?: CodePurpose
  /** Whom the mail is still for. */
  find: (
    ctx: Ctx,
    of: { user_id: number | null; registration_id: number | null },
  ) => Promise<Recipient | undefined>
}

const activeUser: Again['find'] = ({ db }, { user_id: id }) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .select(['email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

const unverifiedUser: Again['find'] = ({ db }, { user_id: id }) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .select(['email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

const pendingRegistration: Again['find'] = ({ db }, { registration_id: id }) =>
  db
    .selectFrom('registrations')
    .where('id', '=', id)
    .where('status', '=', 'email-verification-pending')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invitations')
            .whereRef('invitations.registration_id', '=', 'registrations.id')
            .select('id'),
        ),
      ),
    )
    .select(['email', 'first_name', 'display_name', 'language'])
    .executeTakeFirst()

/** The kinds of mails that can be made again: they need a code, or nothing but a name. */
const AGAIN: Partial<Record<MailKind, Again>> = {
  reset: { purpose: 'reset', find: activeUser },
  'email-verify': { purpose: 'email-verify', find: unverifiedUser },
  verify: { purpose: 'signup-verify', find: pendingRegistration },
  welcome: { find: activeUser },
  'already-registered': { find: activeUser },
}
