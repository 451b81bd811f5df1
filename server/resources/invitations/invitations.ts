import type { Selectable } from 'kysely'
import { type Actor, type Delegation, delegationOf } from '../../access/actor.ts'
import { lockDelegate } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import { isBefore } from '../../access/in-force.ts'
import { endCodesOfRegistrations } from '../../credentials/mailed-codes.ts'
import { chunks } from '../../db/queries/chunks.ts'
import type { InvitationTable } from '../../db/tables.ts'
import { withdrawMails } from '../../mail/claims.ts'
import type { Fields } from '../../values/fields.ts'

export type InvitationRow = Selectable<InvitationTable>

/** If an inviter loses it, what they invited to ends until somebody else sends the invitation again. */
export const INVITES = 'can-invite-users'

/** The invitation of a registration, in force or not. */
export const invitationOf = ({ db }: Ctx, registrationId: number): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitations').where('registration_id', '=', registrationId).selectAll().executeTakeFirst()

/**
 * Who invites, with what they may do at this moment; in a transaction, until it ends.
 * @returns undefined if the invitation has expired, or whoever made it may not invite any more
 */
export async function inviterOf(
  ctx: Ctx,
  { authority, expires_at: expiresAt }: InvitationRow,
): Promise<Actor | undefined> {
  if (!isBefore(ctx.now(), expiresAt)) return undefined
  const inviter = await lockDelegate(ctx, authority)
  return inviter?.grants.has(INVITES) ? inviter : undefined
}

/** The authority with which the caller invites: later, an invitation gives no more than its token could. */
export function authorityOf({ actor: { token } }: Ctx): Delegation {
  if (!token) throw new Error('Only a caller with a token invites.')
  return delegationOf(token)
}

/**
 * What an invitation shows in its registration, once it has ended without being accepted. Otherwise, whoever signs up with
 * the address later would get it: `invited_for_value` may be what a product gives access by.
 */
export const NOT_INVITED: Fields = {
  invited_by: null,
  invited_at: null,
  invited_for_key: null,
  invited_for_value: null,
}

/**
 * Ends invitations, with what they plan, their codes and the mails that wait. The registrations stay; see {@link NOT_INVITED}.
 */
export async function endInvitations(ctx: Ctx, registrationIds: readonly number[]): Promise<void> {
  for (const ids of chunks(registrationIds))
    await ctx.db.deleteFrom('invitations').where('registration_id', 'in', ids).execute()
  await endCodesOfRegistrations(ctx, registrationIds, ['invitation'])
  await withdrawMails(ctx, ['invitation', 'invitation-reminder'], registrationIds)
}

/** Lets all that a user has sent expire. Whoever sends one again becomes its inviter, and must hold all that it plans. */
export async function expireInvitationsOf({ db, now }: Ctx, inviterId: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ expires_at: now() })
    .where('inviter_id', '=', inviterId)
    .where('expires_at', '>', now())
    .execute()
}
