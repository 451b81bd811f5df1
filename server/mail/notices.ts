import type { MailKind } from '../../contract/mails.ts'
import { type AtEnd, atEnd } from '../access/at-end.ts'
import type { Ctx } from '../access/context.ts'
import { programIn } from '../credentials/user-agent.ts'
import { greetedAs, type Recipient } from './code-mails.ts'
import type { MailValues } from './kinds.ts'
import { enqueueMail, enqueueMails, type Mail } from './outbox.ts'

/** Tells somebody whose address is verified that their sign-up was approved. */
export async function tellWelcome(ctx: Ctx, registration: Recipient, userId: number): Promise<void> {
  if (!ctx.secret) return
  await enqueueMail(ctx, {
    kind: 'welcome',
    to: { address: registration.email, userId },
    languages: [registration.language],
    values: { name: greetedAs(registration) },
  })
}

/**
 * Tells a user that their password was changed, in the transaction that changes it. The address of the caller is named only
 * if that is the user: nobody else's is told. The command line, which has no secret of the installation, tells nobody.
 */
export async function tellPasswordChanged(ctx: Ctx, user: Recipient, isByUser: boolean): Promise<void> {
  if (!ctx.secret) return
  await enqueueMail(ctx, {
    kind: 'password-changed',
    to: { address: user.email, userId: user.id },
    languages: [user.language],
    values: { name: greetedAs(user), at: ctx.now(), ...(isByUser && { ip: ctx.ip }) },
    isUnverified: user.email_verified_at === null,
  })
}

/**
 * Tells a user of a sign-in from a place that the account does not know. What the program calls itself is a stranger's text, so
 * only the names of a known browser and system are told.
 */
export async function tellNewDevice(ctx: Ctx, userId: number): Promise<void> {
  const values = { at: ctx.now(), ip: ctx.ip, device: programIn(ctx.userAgent) }
  await tellNow(ctx, userId, { kind: 'new-device', values })
}

/** Whether users make or assign a token for themselves, without one that somebody else made. */
export const isMadeByUser = ({ actor }: Ctx, userId: number): boolean =>
  actor.userId === userId && actor.token?.through_id === null

/**
 * Tells a user of a token that lasts longer than a sign-in, or that somebody else made. The address of the caller is named only
 * if that is the user.
 * @param until when it ends; null: never
 */
export async function tellTokenCreated(
  ctx: Ctx,
  userId: number,
  { name, until }: { name: string; until: string | null },
): Promise<void> {
  const where = isMadeByUser(ctx, userId) && { ip: ctx.ip, device: programIn(ctx.userAgent) }
  await tellNow(ctx, userId, {
    kind: 'token-created',
    values: { at: ctx.now(), token: name, until, ...where },
  })
}

/** Tells a user that the service has switched a webhook off. @param what its description, or the host of its address */
export async function tellWebhookOff(
  ctx: Ctx,
  userId: number,
  { webhook, because }: Pick<MailValues['webhook-off'], 'webhook' | 'because'>,
): Promise<void> {
  await tellNow(ctx, userId, { kind: 'webhook-off', values: { at: ctx.now(), webhook, because } })
}

/** Reads whom to tell, only once there is something to tell. */
async function tellNow<Kind extends MailKind>(
  ctx: Ctx,
  userId: number,
  { kind, values }: { kind: Kind; values: Omit<MailValues[Kind], 'name'> },
): Promise<void> {
  if (!ctx.secret) return
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['id', 'email', 'first_name', 'display_name', 'language', 'email_verified_at'])
    .executeTakeFirstOrThrow()
  await enqueueMail(ctx, {
    kind,
    to: { address: user.email, userId },
    languages: [user.language],
    values: { ...values, name: greetedAs(user) } as MailValues[Kind],
    isUnverified: user.email_verified_at === null,
  })
}

/** What many writes of a transaction tell: one insertion at its end. */
const enqueueAll: AtEnd<Mail> = async (ctx, mails) => {
  await enqueueMails(ctx, mails)
}

/** Without a secret, the command line: it tells nobody. Nor does an import, of which its people know nothing. */
function tell<Kind extends MailKind>(
  ctx: Ctx,
  user: Recipient,
  mail: Pick<Mail<Kind>, 'kind' | 'values'>,
  userId: number | null = user.id,
): void {
  if (!ctx.secret) return
  atEnd(ctx, enqueueAll, {
    ...mail,
    to: { address: user.email, userId },
    languages: [user.language],
  } as Mail)
}

/**
 * An administrator gave a user another address. The former one gets no link to undo that: the mailbox may be lost, or
 * somebody else's by now, and that is often why.
 */
export const tellAddressChanged = (ctx: Ctx, user: Recipient): void =>
  tell(ctx, user, { kind: 'email-changed', values: { name: greetedAs(user), at: ctx.now() } })

export const tellDeactivated = (ctx: Ctx, user: Recipient): void =>
  tell(ctx, user, { kind: 'account-deactivated', values: { name: greetedAs(user), at: ctx.now() } })

/** @param isGone no record of the user is left */
export const tellDeleted = (ctx: Ctx, user: Recipient, { isGone = false } = {}): void =>
  tell(
    ctx,
    user,
    { kind: 'account-deleted', values: { name: greetedAs(user), at: ctx.now() } },
    isGone ? null : user.id,
  )
