import type { Ctx } from '../../access/context.ts'
import { ownUserId } from '../../access/guard.ts'
import { deleteFactorsSince } from '../../credentials/factors.ts'
import { forgetPlaces } from '../../credentials/known-places.ts'
import { endCodes } from '../../credentials/mailed-codes.ts'
import { requireProofOfOwner } from '../../credentials/proofs.ts'
import { revokeTokensOf } from '../../credentials/tokens.ts'
import { type AnyRow, resourceNamed } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { tooManyRequests } from '../../errors.ts'
import { mailCode, recipientOf } from '../../mail/code-mails.ts'
import { countRecentMails } from '../../mail/outbox.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { expireInvitationsOf } from '../invitations/invitations.ts'
import { withUsernameOfEmail } from '../people/default-usernames.ts'
import { refuseReserved } from './reserved-addresses.ts'

/** Changes that one account can ask for in an hour, each of another address: every one gets a mail. */
const CHANGES_PER_HOUR = 5
const HOUR_S = 3600

interface Asked {
  email: string
  /** From `newRequest`: without it, the mail has no digits. */
  request?: string
  acceptLanguage?: string | undefined
}

/**
 * Mails a code to the new address of the acting user, who confirms the change with it. Nobody looks up whose the address is:
 * only whoever has the mailbox may learn that, when they confirm.
 * @param row locked @throws Refusal 403 with a token that is limited or that somebody else made; 429
 */
export async function askForAddress(ctx: Ctx, row: AnyRow, asked: Asked): Promise<void> {
  ownUserId(ctx)
  await requireProofOfOwner(ctx, row)
  // Mails are counted, not codes: a confirmed change, its undoing and a reset end the codes of those that waited.
  if ((await countRecentMails(ctx, row.id, 'email-change')) >= CHANGES_PER_HOUR)
    throw tooManyRequests(say`You have asked for ${CHANGES_PER_HOUR} other addresses within an hour.`, HOUR_S)
  const { email: address, ...mail } = asked
  await mailCode(ctx, { kind: 'email-change', to: { user: recipientOf(row) }, address, ...mail })
}

/** Stores the confirmed address. The former one gets a link that undoes the change, and stays reserved meanwhile. */
export async function changeAddress(ctx: Ctx, row: AnyRow, email: string): Promise<void> {
  const former = row.email as string
  await storeAddress(ctx, row, { email, email_verified_at: ctx.now() })
  await endCodes(ctx, { userId: row.id }, ['email-change', 'email-verify', 'reset', 'signin'])
  const values = { at: ctx.now(), new_address: email }
  await mailCode(ctx, { kind: 'email-changed', to: { user: recipientOf(row) }, address: former, values })
}

/**
 * Gives an account back to whoever has its former mailbox: nothing is left that a thief may have known or made, and a new
 * password comes by mail. The address is verified by that reset. @returns the names of the factors that were removed
 */
export async function undoAddressChange(
  ctx: Ctx,
  row: AnyRow,
  { email, acceptLanguage, since }: Omit<Asked, 'request'> & { since: string },
): Promise<string[]> {
  const { removed, isSomeLeft } = await deleteFactorsSince(ctx, row.id, since)
  await storeAddress(ctx, row, {
    email,
    email_verified_at: null,
    password_hash: null,
    // Those of before are the user's.
    has_second_factor: isSomeLeft,
  })
  await endWhatAThiefMayHave(ctx, row.id)
  const user = { ...recipientOf(row), email }
  if (row.is_active)
    await mailCode(ctx, {
      kind: 'reset',
      to: { user },
      address: email,
      acceptLanguage,
      causedBy: 'recipient',
    })
  return removed
}

async function endWhatAThiefMayHave(ctx: Ctx, userId: number): Promise<void> {
  // Also what was made for others: a thief may have sent it to themselves.
  await revokeTokensOf(ctx, userId, { exceptInUse: false })
  await endCodes(ctx, { userId }, ['reset', 'signin', 'email-change', 'email-verify'])
  await expireInvitationsOf(ctx, userId)
  await forgetPlaces(ctx, userId)
}

/** @throws Refusal 409 if another user has the address meanwhile */
async function storeAddress(ctx: Ctx, row: AnyRow, changes: Fields): Promise<void> {
  const users = resourceNamed(ctx, 'users')
  const write = await withUsernameOfEmail(ctx, 'users', row, changes, (changes) =>
    defaults.update(ctx, users, row, changes),
  )
  await write.result
  await refuseReserved(ctx, changes.email as string, row.id)
}
