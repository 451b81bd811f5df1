import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { recordOfUser } from '../audit/entries.ts'
import { countFactors, deleteFactors } from '../credentials/factors.ts'
import { endFactorProofs } from '../credentials/proofs.ts'
import { programIn } from '../credentials/user-agent.ts'
import { type AnyRow, resourceNamed } from '../crud/define/resource.ts'
import { updateRow } from '../crud/write/rows.ts'
import { greetedAs, type Recipient, recipientOf } from '../mail/code-mails.ts'
import { enqueueMail } from '../mail/outbox.ts'

/** Keeps `has_second_factor` of a user who is locked, after a change of their factors. @returns it */
export async function keepFactorStatus(ctx: Ctx, user: AnyRow): Promise<boolean> {
  const has = (await countFactors(ctx, user.id)) > 0
  if (has !== user.has_second_factor)
    await updateRow(ctx, resourceNamed(ctx, 'users'), user, { has_second_factor: has })
  return has
}

/**
 * Removes one factor of a user who is locked, or all of them, and what was proved with them. The user's token in use keeps its
 * proof as long as another factor is left.
 */
export async function removeFactors(ctx: Ctx, user: AnyRow, factorId?: number): Promise<void> {
  await deleteFactors(ctx, user.id, factorId)
  const isSomeLeft = await keepFactorStatus(ctx, user)
  await endFactorProofs(ctx, user.id, { exceptInUse: isSomeLeft })
}

export const recordFactor = (
  ctx: Ctx,
  verb: 'add' | 'update' | 'remove',
  userId: number,
  name: string,
): void => recordOfUser(ctx, `users.factors.${verb}`, userId, { other: { type: 'factors', id: null, name } })

type FactorNotice = Extract<MailKind, 'factor-added' | 'factor-removed' | 'recovery-code-used'>

/**
 * Tells a user about their factors, in the transaction of the change. The address and the device of the caller are named only
 * if that is the user. The command line, which has no secret of the installation, tells nobody.
 * @param factor its name; of a recovery code, none
 */
export async function tellOfFactor(
  ctx: Ctx,
  kind: FactorNotice,
  user: Recipient | AnyRow,
  { factor = '', isByUser = true } = {},
): Promise<void> {
  if (!ctx.secret) return
  const recipient = recipientOf(user)
  const where = isByUser && { ip: ctx.ip, device: programIn(ctx.userAgent) }
  await enqueueMail(ctx, {
    kind,
    to: { address: recipient.email, userId: recipient.id },
    languages: [recipient.language],
    values: { name: greetedAs(recipient), factor, at: ctx.now(), ...where },
  })
}
