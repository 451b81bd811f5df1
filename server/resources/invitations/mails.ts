import type { Ctx } from '../../access/context.ts'
import { newCode, storeCodes } from '../../credentials/mailed-codes.ts'
import { enqueueMails } from '../../mail/outbox.ts'

/** A mail with a code for an invitation. */
export interface InvitationMail {
  registrationId: number
  address: string
  /** Null: not known yet. */
  name: string | null
  /** Language tags, or headers `Accept-Language`. */
  languages: readonly (string | null | undefined)[]
  expiresAt: string
  message: string | null
  /** Names of the roles. */
  roles: readonly string[]
}

/**
 * Mails invitations, each with a fresh code, in the transaction that causes them. Earlier codes stay alive. Codes whose mail
 * is not sent are not stored.
 * @returns whether each is mailed: an address gets five in an hour
 */
export async function mailInvitations(
  ctx: Ctx,
  kind: 'invitation' | 'invitation-reminder',
  inviter: string | null,
  mails: readonly InvitationMail[],
): Promise<boolean[]> {
  const codes = mails.map(({ registrationId, address, expiresAt }) =>
    newCode(ctx, { purpose: 'invitation', target: { registrationId }, address, expiresAt }),
  )
  const areSent = await enqueueMails(
    ctx,
    mails.map(({ registrationId, address, name, languages, message, roles }, index) => ({
      kind,
      to: { address, registrationId },
      languages,
      values: {
        name,
        inviter,
        message,
        roles: roles.length > 0 ? roles.join(', ') : null,
        ...(codes[index] as (typeof codes)[number]).mailed,
      },
    })),
  )
  await storeCodes(
    ctx,
    codes.filter((_code, index) => areSent[index]),
  )
  return areSent
}

/** The name of the inviter, for mails. */
export async function nameOfUser({ db }: Ctx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const user = await db.selectFrom('users').where('id', '=', id).select('name').executeTakeFirst()
  return user?.name ?? null
}
