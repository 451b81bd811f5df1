import { lockUsers } from '../../access/authority.ts'
import { type Ctx, noteCredentials } from '../../access/context.ts'
import {
  keepSuperAdministrator,
  refuseUnlessHeldAsLong,
  refuseUnlessMayChangeUsers,
} from '../../access/rules.ts'
import { livePermissionSlugs } from '../../access/sql/effective.ts'
import { refuseOwnName, takeChosenPassword } from '../../credentials/own-names.ts'
import { latestExpiry, makeRoom, revokeTokensOf, storeToken } from '../../credentials/tokens.ts'
import type { Operations } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { digest } from '../../crypto/digest.ts'
import { conflict, forbidden, invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { withDefaultUsername, withUsernameOfEmail } from '../people/default-usernames.ts'
import { refuseDisallowedUsername, refuseUsernameThatIsEmail } from '../people/usernames.ts'
import { takeProof } from './own-password.ts'

export const createUser: Operations['create'] = async (ctx, resource, values) => {
  const { chosen, values: given } = takeChosenPassword(values)
  const { api_token: token, ...user } = withActivity(given)
  refuseDisallowedUsername(user)
  const store = async (username: unknown) => {
    refuseOwnName(chosen, { ...user, username })
    return defaults.create(ctx, resource, { ...newUser(ctx), ...user, username })
  }
  const write = await (user.username == null
    ? withDefaultUsername(ctx, 'users', user.email as string, store)
    : store(user.username))
  if (token !== undefined) {
    const { id } = await write.result
    await assignToken(ctx, id, token as string, { isNewUser: true })
  }
  return write
}

/** The defaults of a new user. */
export const newUser = (ctx: Ctx): Fields => ({ is_active: true, meta: {}, created_ip: ctx.ip })

export const updateUser: Operations['update'] = async (ctx, resource, row, changes) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  const { chosen, values } = takeChosenPassword(takeProof(ctx, row, changes))
  const { api_token: token, ...user } = withActivity(values)
  refuseDisallowedUsername(user, row)
  refuseOwnName(chosen, { ...row, ...user })
  const isDeactivated = user.is_active === false
  const isNewEmail = user.email !== undefined && user.email !== row.email
  if (user.password_hash !== undefined || isNewEmail) {
    await refuseUnlessHeldAsLong(ctx, row.id, say`Setting the email or password of this user`)
    noteCredentials(ctx, row.id)
  }
  if (user.is_active === true && !row.is_active)
    await refuseUnlessHeldAsLong(ctx, row.id, say`Activating this user`)
  const signsOut = isDeactivated || user.password_hash !== undefined
  if (signsOut) await lockUsers(ctx, [row.id])
  if (isDeactivated) await keepSuperAdministrator(ctx, [row.id])
  const write = await withUsernameOfEmail(ctx, 'users', row, user, (user) =>
    defaults.update(ctx, resource, row, user),
  )
  if (signsOut) await revokeTokensOf(ctx, row.id, { exceptInUse: !isDeactivated })
  if (token !== undefined) {
    await assignToken(ctx, row.id, token as string)
    noteCredentials(ctx, row.id)
  }
  return write
}

export const removeUser: Operations['remove'] = async (ctx, resource, row, options) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await lockUsers(ctx, [row.id])
  await keepSuperAdministrator(ctx, [row.id])
  await defaults.remove(ctx, resource, row, options)
  await revokeTokensOf(ctx, row.id, { exceptInUse: false })
}

export const restoreUser: Operations['restore'] = async (ctx, resource, row, options) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await refuseUnlessHeldAsLong(ctx, row.id, say`Restoring this user`)
  await refuseUsernameThatIsEmail(ctx, resource, row, row)
  await defaults.restore(ctx, resource, row, options)
}

/** Stores `status` as `is_active`: both state the same fact. @throws Refusal 422 if they disagree */
export function withActivity({ status, ...values }: Fields): Fields {
  if (status === undefined) return values
  const isActive = status === 'active'
  if (values.is_active !== undefined && values.is_active !== isActive) {
    throw invalidField(
      'status',
      'contradiction',
      say`status and is_active contradict each other. Send only one of them.`,
    )
  }
  return { ...values, is_active: isActive }
}

/** Stores a token that the caller chose. It does not exceed the caller's token in permissions or lifetime. */
async function assignToken(
  ctx: Ctx,
  userId: number,
  token: string,
  { isNewUser = false } = {},
): Promise<void> {
  if (!ctx.actor.grants.has('can-assign-api-tokens'))
    throw forbidden(['can-assign-api-tokens'], say`Assigning a token needs`)
  const taken = await ctx.db
    .selectFrom('tokens')
    .where('hash', '=', digest(token))
    .select('id')
    .executeTakeFirst()
  if (taken) throw conflict('api_token_taken', say`This token cannot be used; choose another.`, 'api_token')
  const { isLimited, grants } = ctx.actor
  const all = () => (grants.isAll ? livePermissionSlugs(ctx) : [...grants.slugs])
  const permissions = isLimited ? await all() : undefined
  if (!isNewUser) await makeRoom(ctx, userId)
  await storeToken(ctx, { token, userId, name: 'assigned', expiresAt: latestExpiry(ctx), permissions })
}

export const destroyUser: Operations['destroy'] = async (ctx, resource, row) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await lockUsers(ctx, [row.id])
  await keepSuperAdministrator(ctx, [row.id])
  await defaults.destroy(ctx, resource, row)
}
