import { sql } from 'kysely'
import { lockRoles, lockUsers } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { isBefore } from '../../access/in-force.ts'
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
import { forbidden, invalidField } from '../../errors.ts'
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
  const roles = await rolesWithIds(ctx, ids)
  await refuseUnheldRoles(ctx, roles, (slug) => say`Assigning or removing the role ${slug}`, lengthened)
  const losesSuper = roles.some(({ id, slug }) => slug === SUPER_ADMINISTRATOR && weakened.includes(id))
  if (losesSuper) await keepSuperAdministrator(ctx, [user.id])
}

const rolesWithIds = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .selectFrom('roles')
    .where(isAmong(db, sql.ref('id'), ids))
    .select(['id', 'slug'])
    .execute()

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
function refuseUnlessMayAssignRoles({ actor }: Ctx, names: RoleNames): void {
  const { needs } = accessToRelation({ name: 'users', access }, 'roles', 'write')
  const missing = names.length > 0 ? needs.filter((slug) => !actor.grants.has(slug)) : []
  if (missing.length > 0) throw forbidden(missing, say`Assigning roles needs`)
}

/** The roles that a new user is given. */
export interface ChosenRoles {
  /** Ids, uuids or slugs. */
  names: RoleNames
  /** When the links end; null: never. */
  until: string | null
}

/** Reads the fields `roles` and `expires_at`. @throws Refusal 403, 422 */
export function readChosenRoles(
  ctx: Ctx,
  { roles: given, expires_at }: { roles?: RoleNames | null; expires_at?: string | null },
): ChosenRoles {
  const roles = given ?? []
  refuseUnlessMayAssignRoles(ctx, roles)
  const until = expires_at ?? null
  if (until !== null && roles.length === 0)
    throw invalidField('expires_at', 'contradiction', say`expires_at is the end of roles; name roles too.`)
  refusePastEnd(ctx, until)
  return { names: roles, until }
}

/** @throws Refusal 422 */
export function refusePastEnd(ctx: Ctx, until: string | null): void {
  if (!isBefore(ctx.now(), until))
    throw invalidField('expires_at', 'out_of_range', say`expires_at must lie in the future.`)
}

/**
 * Checks what all users who are given these roles have in common, before any of them is created.
 * @throws Refusal 403, 422
 */
export async function refuseUnassignableRoles(ctx: Ctx, chosen: ChosenRoles): Promise<void> {
  const { granted, lengthened } = await findChosenRoles(ctx, chosen)
  const roles = await rolesWithIds(ctx, granted)
  await refuseUnheldRoles(ctx, roles, (slug) => say`Assigning or removing the role ${slug}`, lengthened)
}

async function findChosenRoles(ctx: Ctx, { names, until }: ChosenRoles): Promise<LinkChange> {
  const members = names.map((name, index) => ({
    field: `roles.${index}`,
    name: typeof name === 'string' ? name.trim() : name,
    attributes: {},
  }))
  const roles = await resolveMembers(ctx, resourceNamed(ctx, 'roles'), members, 'key')
  const granted = [...roles.keys()]
  const extension = until === null ? PERMANENT : { until, field: 'expires_at' }
  return { granted, weakened: [], lengthened: new Map(granted.map((id) => [id, extension])) }
}

/** Assigns the requested roles to a user of this transaction, under the rules of the relation. @throws Refusal 403, 422 */
export async function assignChosenRoles(ctx: Ctx, userId: number, chosen: ChosenRoles): Promise<void> {
  refuseUnlessMayAssignRoles(ctx, chosen.names)
  const change = await findChosenRoles(ctx, chosen)
  await mayChangeRolesOfUser(ctx, { id: userId }, change)
  const links = { table: 'user_roles', from: 'user_id', to: 'role_id' } as const
  const attributes = { expires_at: chosen.until }
  await addLinks(ctx, links, userId, new Map(change.granted.map((id) => [id, attributes])))
}
