import { peopleOf } from '../../access/actor.ts'
import { lockUsers } from '../../access/authority.ts'
import { type Ctx, noteCredentials } from '../../access/context.ts'
import {
  keepSuperAdministrator,
  refuseUnlessHeldAsLong,
  refuseUnlessMayChangeUsers,
} from '../../access/rules.ts'
import { livePermissionSlugs } from '../../access/sql/effective.ts'
import { keepName, recordOfUser } from '../../audit/entries.ts'
import { endCodes } from '../../credentials/mailed-codes.ts'
import { refuseOwnName, takeChosenPassword } from '../../credentials/own-names.ts'
import { isOwnSignIn, requireProofOfOwner, requireRecentProof } from '../../credentials/proofs.ts'
import { latestExpiry, makeRoom, revokeTokensOf, storeToken } from '../../credentials/tokens.ts'
import type { AnyRow, Operations, RecordWrite, Resource } from '../../crud/define/resource.ts'
import { defaults } from '../../crud/write/write.ts'
import { digest } from '../../crypto/digest.ts'
import { conflict, forbidden, invalidField } from '../../errors.ts'
import { recipientOf } from '../../mail/code-mails.ts'
import {
  tellAddressChanged,
  tellDeactivated,
  tellDeleted,
  tellPasswordChanged,
  tellTokenCreated,
} from '../../mail/notices.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { retryIfTaken, withDefaultUsername, withUsernameOfEmail } from '../people/default-usernames.ts'
import { refuseDisallowedUsername, refuseUsernameThatIsEmail } from '../people/usernames.ts'
import { askForAddress } from './address-changes.ts'
import { isActing, provenHashIn, takeProof } from './own-password.ts'
import { refuseReserved, refuseReservedForNew } from './reserved-addresses.ts'

/**
 * @param isUsernameFound the username was free when it was looked up: if it is taken by now, the transaction runs again
 */
export const createUser = async (
  ctx: Ctx,
  resource: Resource,
  values: Fields,
  { isUsernameFound = false } = {},
): Promise<RecordWrite> => {
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
  // Before the next statement, which fails too if this one has failed.
  if (isUsernameFound) write.mapError(retryIfTaken(ctx))
  await refuseReservedForNew(ctx, user.email as string)
  if (token !== undefined) {
    const { id } = await write.result
    await refuseUnlessMayAssign(ctx, id)
    await assignToken(ctx, id, token as string, { isNewUser: true })
  }
  return write
}

/** The defaults of a new user. Whoever creates somebody else vouches for the address; a sign-up does not. */
export const newUser = (ctx: Ctx): Fields => ({
  is_active: true,
  meta: {},
  created_ip: ctx.ip,
  email_verified_at: ctx.now(),
})

export const updateUser: Operations['update'] = async (ctx, resource, row, changes) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  const { chosen, values } = takeChosenPassword(takeProof(ctx, row, changes))
  const { api_token: token, ...user } = withActivity(values)
  if (token !== undefined) await refuseUnlessMayAssign(ctx, row.id, provenHashIn(changes))
  refuseOwnName(chosen, { ...row, ...user })
  if (isNewAddress(user, row) && isOfCaller(ctx, row)) {
    // It changes when it is confirmed.
    await askForAddress(ctx, row, { email: user.email as string })
    delete user.email
  }
  refuseDisallowedUsername(user, row)
  const isDeactivated = user.is_active === false
  const isNewEmail = isNewAddress(user, row)
  // Whoever changes the address of somebody else vouches for the new one.
  if (isNewEmail) user.email_verified_at = ctx.now()
  if (user.password_hash !== undefined || isNewEmail) {
    await refuseUnlessHeldAsLong(ctx, row.id, say`Setting the email or password of this user`)
    noteCredentials(ctx, row.id)
    if (isActing(ctx, row)) await requireProofOfOwner(ctx, row)
  }
  if (user.is_active === true && !row.is_active)
    await refuseUnlessHeldAsLong(ctx, row.id, say`Activating this user`)
  const signsOut = isDeactivated || user.password_hash !== undefined
  if (signsOut) await lockUsers(ctx, [row.id])
  if (isDeactivated) await keepSuperAdministrator(ctx, [row.id])
  const write = await withUsernameOfEmail(ctx, 'users', row, user, (user) =>
    defaults.update(ctx, resource, row, user),
  )
  if (isNewEmail) {
    await refuseReserved(ctx, user.email as string, row.id)
    await endCodes(ctx, { userId: row.id }, ['email-change', 'email-verify', 'reset', 'signin'])
    tellAddressChanged(ctx, recipientOf(row))
  }
  if (signsOut) await revokeTokensOf(ctx, row.id, { exceptInUse: !isDeactivated })
  if (isDeactivated && row.is_active) tellDeactivated(ctx, recipientOf(row))
  if (user.password_hash !== undefined) {
    await endCodes(ctx, { userId: row.id }, ['reset'])
    await tellPasswordChanged(ctx, recipientOf(row), isOwn(ctx, row))
  }
  if (token !== undefined) {
    await assignToken(ctx, row.id, token as string)
    noteCredentials(ctx, row.id)
  }
  return write
}

const isNewAddress = ({ email }: Fields, row: AnyRow) => email !== undefined && email !== row.email

/** Also of whoever acts by a token that somebody else made for them, or that they made for somebody else. */
const isOfCaller = ({ actor }: Ctx, { id }: AnyRow) =>
  id === actor.userId || id === actor.authorId || id === actor.token?.user_id

const isOwn = ({ actor }: Ctx, { id }: AnyRow) => actor.userId === id

export const removeUser: Operations['remove'] = async (ctx, resource, row, options) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await lockUsers(ctx, [row.id])
  await keepSuperAdministrator(ctx, [row.id])
  await defaults.remove(ctx, resource, row, options)
  await revokeTokensOf(ctx, row.id, { exceptInUse: false })
  tellDeleted(ctx, recipientOf(row))
}

export const restoreUser: Operations['restore'] = async (ctx, resource, row, options) => {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await refuseUnlessHeldAsLong(ctx, row.id, say`Restoring this user`)
  await refuseUsernameThatIsEmail(ctx, resource, row, row)
  await defaults.restore(ctx, resource, row, options)
  await refuseReserved(ctx, row.email as string, row.id)
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

/**
 * To themselves, users assign tokens like they make them: by a sign-in with a recent proof, or by a token made by hand.
 * @param provenHash that the password in the request matched
 * @throws Refusal 403
 */
async function refuseUnlessMayAssign(ctx: Ctx, userId: number, provenHash?: string): Promise<void> {
  if (!ctx.actor.grants.has('can-assign-api-tokens'))
    throw forbidden(['can-assign-api-tokens'], say`Assigning a token needs`)
  // Before the password may change in the same update.
  if (isOwnSignIn(ctx, userId)) await requireRecentProof(ctx, { provenHash })
}

/**
 * Stores a token that the caller chose, and tells its user. It does not exceed the caller's token in permissions or lifetime.
 */
async function assignToken(
  ctx: Ctx,
  userId: number,
  token: string,
  { isNewUser = false } = {},
): Promise<void> {
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
  const [name, until] = ['assigned', latestExpiry(ctx)]
  const id = await storeToken(ctx, { token, userId, name, expiresAt: until, permissions })
  recordOfUser(ctx, 'users.tokens.create', userId, { other: { type: 'tokens', id, name } })
  await tellTokenCreated(ctx, userId, { name, until })
}

/** Whoever destroys themselves, or whose token goes with its user, is named by the entries that tell of it. */
async function keepNamesOf(ctx: Ctx, { id, name }: AnyRow): Promise<void> {
  keepName(ctx, 'users', { id, name: name as string })
  const { token } = ctx.actor
  if (!token || !peopleOf(token).includes(id)) return
  const inUse = await ctx.db
    .selectFrom('tokens')
    .where('id', '=', token.id)
    .select(['id', 'name'])
    .executeTakeFirst()
  if (inUse) keepName(ctx, 'tokens', inUse)
}

/** @param isTold whether they are told by mail */
export async function destroyUser(
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  { isTold = true } = {},
): Promise<void> {
  await refuseUnlessMayChangeUsers(ctx, [row.id])
  await lockUsers(ctx, [row.id])
  await keepSuperAdministrator(ctx, [row.id])
  await keepNamesOf(ctx, row)
  await defaults.destroy(ctx, resource, row)
  if (isTold && row.deleted_at === null) tellDeleted(ctx, recipientOf(row), { isGone: true })
}
