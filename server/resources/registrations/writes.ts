import { REGISTRATION_STATUSES } from '../../../contract/registrations.ts'
import type { Ctx } from '../../access/context.ts'
import { reservedAddresses } from '../../credentials/mailed-codes.ts'
import { refuseOwnName, takeChosenPassword } from '../../credentials/own-names.ts'
import type { Operations } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { fold } from '../../db/queries/texts.ts'
import { conflict, invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { endInvitations, invitationOf, NOT_INVITED } from '../invitations/invitations.ts'
import { withDefaultUsername, withUsernameOfEmail } from '../people/default-usernames.ts'
import { refuseDisallowedUsername } from '../people/usernames.ts'

export const createRegistration: Operations['create'] = async (ctx, resource, given) => {
  const { chosen, values } = takeChosenPassword(given)
  if (values.status === 'user-created') {
    throw invalidField('status', 'not_allowed', say`status can only be user-created by creating the user.`)
  }
  await refuseUsersEmail(ctx, values.email as string)
  refuseDisallowedUsername(values)
  const start = { status: 'email-verification-pending', meta: {}, created_ip: ctx.ip }
  const store = async (username: unknown) => {
    refuseOwnName(chosen, { ...values, username })
    return defaults.create(ctx, resource, { ...start, ...values, username })
  }
  return values.username == null
    ? withDefaultUsername(ctx, 'registrations', values.email as string, store)
    : store(values.username)
}

export const updateRegistration: Operations['update'] = async (ctx, resource, row, given) => {
  const { chosen, values: changes } = takeChosenPassword(given)
  if (changes.status !== undefined) refuseBackward(row.status as Status, changes.status as Status)
  if (changes.email !== undefined && row.status !== 'user-created')
    await refuseUsersEmail(ctx, changes.email as string)
  refuseDisallowedUsername(changes, row)
  refuseOwnName(chosen, { ...row, ...changes })
  // It was sent to the former address, whose owner is somebody else.
  const isMoved = changes.email !== undefined && fold(changes.email as string) !== row.email_key
  const isEnded = isMoved && row.status !== 'user-created' && (await invitationOf(ctx, row.id)) !== undefined
  if (isEnded) await endInvitations(ctx, [row.id])
  const stored = isEnded ? { ...NOT_INVITED, ...changes } : changes
  return withUsernameOfEmail(ctx, 'registrations', row, stored, (changes) =>
    defaults.update(ctx, resource, row, changes),
  )
}

type Status = (typeof REGISTRATION_STATUSES)[number]

/** The status only moves forward; only creating the user sets the last one. */
function refuseBackward(from: Status, to: Status): void {
  if (from === to) return
  const isForward = REGISTRATION_STATUSES.indexOf(to) > REGISTRATION_STATUSES.indexOf(from)
  if (isForward && to !== 'user-created') return
  throw conflict(
    'invalid_transition',
    say`A registration can't go from ${from} to ${to} by an update.`,
    'status',
  )
}

/** @throws Refusal 409 if a live user has this email, or it is reserved for one */
export async function refuseUsersEmail(ctx: Ctx, email: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .where('email_key', '=', fold(email))
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (user || (await reservedAddresses(ctx, [fold(email)])).size > 0)
    throw conflict('email_taken', say`A user with this email already exists.`, 'email')
}
