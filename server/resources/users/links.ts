import { sql } from 'kysely'
import { lockRoles, lockUsers } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { accessToRelation } from '../../access/matrix.ts'
import {
  keepSuperAdministrator,
  PERMANENT,
  refuseUnheldRole,
  refuseUnheldRoles,
  refuseUnlessMayChangeUsers,
} from '../../access/rules.ts'
import { deleteTokensOfFormerMakers } from '../../credentials/token-makers.ts'
import { type AnyRow, type LinkChange, resourceNamed } from '../../crud/define/resource.ts'
import { addLinks, resolveMembers } from '../../crud/write/links.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { access } from './access.ts'

/** To assign or remove roles, the caller must hold all permissions of the roles, and all that the user holds. */
export async function mayChangeRolesOfUser(
  ctx: Ctx,
  user: Pick<AnyRow, 'id'>,
  { granted, weakened, lengthened }: LinkChange,
): Promise<void> {
  await refuseUnlessMayChangeUsers(ctx, [user.id])
  const ids = [...granted, ...weakened]
  const { isAll, isPermanent } = ctx.actor.grants
  if (ids.length === 0 || (weakened.length === 0 && isAll && isPermanent)) return
  if (weakened.length > 0) await lockUsers(ctx, [user.id])
  const roles = await ctx.db
    .selectFrom('roles')
    .where(isAmong(ctx.db, sql.ref('id'), ids))
    .select(['id', 'slug'])
    .execute()
  await refuseUnheldRoles(ctx, roles, (slug) => say`Assigning or removing the role ${slug}`, lengthened)
  const losesSuper = roles.some(({ id, slug }) => slug === SUPER_ADMINISTRATOR && weakened.includes(id))
  if (losesSuper) await keepSuperAdministrator(ctx, [user.id])
}

/** As {@link mayChangeRolesOfUser}, from the role's side. */
export async function mayChangeUsersOfRole(
  ctx: Ctx,
  role: AnyRow,
  { granted, weakened, lengthened }: LinkChange,
): Promise<void> {
  const slug = role.slug as string
  const links = [...lengthened.values()]
  await refuseUnheldRole(ctx, { id: role.id, slug }, say`Assigning or removing the role ${slug}`, links)
  await refuseUnlessMayChangeUsers(ctx, [...granted, ...weakened])
  // If several users lose it, lock the role: while others replace the same set, each retry would find other users to lock.
  await (weakened.length > 1 ? lockRoles(ctx, [role.id]) : lockUsers(ctx, weakened))
  if (slug === SUPER_ADMINISTRATOR && weakened.length > 0) await keepSuperAdministrator(ctx, weakened)
}

/** Tokens that the user made for others end if they may no longer make such tokens. */
export async function endTokensOfWeakenedUser(
  ctx: Ctx,
  user: AnyRow,
  { weakened }: LinkChange,
): Promise<void> {
  if (weakened.length > 0) await deleteTokensOfFormerMakers(ctx, [user.id])
}

/** As {@link endTokensOfWeakenedUser}, from the role's side. */
export async function endTokensOfWeakenedUsers(
  ctx: Ctx,
  _role: AnyRow,
  { weakened }: LinkChange,
): Promise<void> {
  if (weakened.length > 0) await deleteTokensOfFormerMakers(ctx, weakened)
}

/** Classifying a user counts as changing the user. */
export const mayClassifyUser = (ctx: Ctx, user: AnyRow): Promise<void> =>
  refuseUnlessMayChangeUsers(ctx, [user.id])

/** As {@link mayClassifyUser}, from the term's side. */
export async function mayClassifyUsers(
  ctx: Ctx,
  _term: AnyRow,
  { granted, weakened }: LinkChange,
): Promise<void> {
  await refuseUnlessMayChangeUsers(ctx, [...granted, ...weakened])
}

type RoleNames = readonly (string | number)[]

/** Roles in a user's creation need the same permissions as assigning them by the relation. @throws Refusal 403 */
export function refuseUnlessMayAssignRoles({ actor }: Ctx, names: RoleNames): void {
  const { needs } = accessToRelation({ name: 'users', access }, 'roles', 'write')
  const missing = names.length > 0 ? needs.filter((slug) => !actor.grants.has(slug)) : []
  if (missing.length > 0) throw forbidden(missing, say`Assigning roles needs`)
}

/**
 * Assigns the requested roles to a user of this transaction, without expiry, under the rules of the relation.
 * @param names ids, uuids or slugs from the field `roles` @throws Refusal 403, 422
 */
export async function assignChosenRoles(ctx: Ctx, userId: number, names: RoleNames): Promise<void> {
  const members = names.map((name, index) => ({
    field: `roles.${index}`,
    name: typeof name === 'string' ? name.trim() : name,
    attributes: {},
  }))
  const roles = await resolveMembers(ctx, resourceNamed(ctx, 'roles'), members, 'key')
  const ids = [...roles.keys()]
  const lengthened = new Map(ids.map((id) => [id, PERMANENT]))
  await mayChangeRolesOfUser(ctx, { id: userId }, { granted: ids, weakened: [], lengthened })
  const links = { table: 'user_roles', from: 'user_id', to: 'role_id' } as const
  await addLinks(ctx, links, userId, new Map(ids.map((id) => [id, {}])))
}
