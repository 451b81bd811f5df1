import { randomUUIDv7 } from 'node:crypto'
import { MOST_ROLES_TAKEN } from '../../../contract/offboardings.ts'
import { lockUsers } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import { endsAfter } from '../../access/in-force.ts'
import { refuseUnlessMayChangeUsers } from '../../access/rules.ts'
import { recordOfUser } from '../../audit/entries.ts'
import { type AnyRow, type Resource, resourceNamed } from '../../crud/define/resource.ts'
import { findNamed } from '../../crud/query/names.ts'
import type { RequestedChange } from '../../crud/write/link-plan.ts'
import { type LinksRelation, planLinks, writeLinks } from '../../crud/write/links.ts'
import { operationsOf } from '../../crud/write/write.ts'
import type { RoleTaken } from '../../db/tables.ts'
import { conflict, notFound, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

const rolesOf = (users: Resource) => users.relations.roles as LinksRelation

/**
 * Ends all access of a user: deactivates the account, ends its tokens and those that the user made for others, and takes its
 * roles. Keeps what the user held. @returns the id of the offboarding
 */
export async function offboard(ctx: Ctx, users: Resource, user: AnyRow): Promise<number> {
  if (user.id === ctx.actor.userId) throw conflict('own_account', say`Somebody else must offboard you.`)
  await lockUsers(ctx, [user.id])
  const [roles, tokens] = [await rolesHeld(ctx, user.id), await countTokens(ctx, user.id)]
  if (!user.is_active && roles.length === 0 && tokens === 0) {
    throw conflict('nothing_to_end', say`This user is inactive and has no role, session or token.`)
  }
  if (roles.length > MOST_ROLES_TAKEN) {
    throw conflict(
      'too_many_roles',
      say`This user has more than ${MOST_ROLES_TAKEN} roles; remove some first.`,
    )
  }
  // Revokes the tokens too.
  const { result } = await operationsOf(users).update(ctx, users, user, { is_active: false })
  await result
  if (roles.length > 0) {
    const all: RequestedChange = { method: 'DELETE', members: [], isList: false, all: true }
    await writeLinks(ctx, users, rolesOf(users), user, all)
  }
  const { id } = await ctx.db
    .insertInto('offboardings')
    .values({
      uuid: randomUUIDv7(),
      user_id: user.id,
      was_active: user.is_active as boolean,
      count_tokens: tokens,
      roles,
      created_at: ctx.now(),
      created_by: ctx.actor.authorId,
      restored_at: null,
      restored_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  recordOfUser(ctx, 'users.offboard', user.id, { counts: { roles: roles.length, tokens } })
  return id
}

/** By name; one more than an offboarding takes, if there are more. */
const rolesHeld = (ctx: Ctx, userId: number): Promise<RoleTaken[]> =>
  ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', userId)
    .select([
      'roles.id',
      'roles.uuid',
      'roles.name',
      'roles.slug',
      'user_roles.is_active',
      'user_roles.expires_at',
    ])
    .orderBy('roles.name')
    .orderBy('roles.id')
    .limit(MOST_ROLES_TAKEN + 1)
    .execute()

async function countTokens(ctx: Ctx, userId: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where(endsAfter('expires_at', ctx.now()))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A role that is not given back, and why. */
export interface RoleLeftOut extends Pick<RoleTaken, 'id' | 'name' | 'slug'> {
  code: string
  message: Message
}

/**
 * Activates the account again if it was active, and gives back the roles that the caller may give. Roles that the user was
 * given meanwhile stay as they are. Ended tokens stay ended.
 */
export async function restoreOffboarding(
  ctx: Ctx,
  users: Resource,
  user: AnyRow,
  id: number,
): Promise<RoleLeftOut[]> {
  await refuseUnlessMayChangeUsers(ctx, [user.id])
  const offboarding = await ctx.db
    .selectFrom('offboardings')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .select(['was_active', 'roles', 'restored_at'])
    .executeTakeFirst()
  if (!offboarding) throw notFound(say`No offboarding of this user matches.`)
  if (offboarding.restored_at !== null) {
    throw conflict('already_restored', say`What this offboarding ended was restored already.`)
  }
  if (offboarding.was_active && !user.is_active) {
    const { result } = await operationsOf(users).update(ctx, users, user, { is_active: true })
    await result
  }
  recordOfUser(ctx, 'users.offboarding-restore', user.id, { other: { type: 'offboardings', id } })
  const leftOut = await giveBack(ctx, users, user, offboarding.roles)
  await ctx.db
    .updateTable('offboardings')
    .set({ restored_at: ctx.now(), restored_by: ctx.actor.authorId })
    .where('id', '=', id)
    .execute()
  return leftOut
}

async function giveBack(
  ctx: Ctx,
  users: Resource,
  user: AnyRow,
  roles: readonly RoleTaken[],
): Promise<RoleLeftOut[]> {
  const held = new Set(await heldAmong(ctx, user.id, roles))
  const missing = roles.filter(({ uuid }) => !held.has(uuid))
  if (missing.length === 0) return []
  const names = missing.map(({ uuid }) => uuid)
  const idOf = await findNamed(ctx, resourceNamed(ctx, 'roles'), names, 'key')
  const given: RoleTaken[] = []
  const leftOut: RoleLeftOut[] = []
  for (const role of missing) {
    const reason =
      idOf(role.uuid) === undefined
        ? { code: 'not_found', message: say`The role was deleted.` }
        : await whyNotGiven(ctx, users, user, role)
    if (reason) leftOut.push({ id: role.id, name: role.name, slug: role.slug, ...reason })
    else given.push(role)
  }
  if (given.length > 0) await writeLinks(ctx, users, rolesOf(users), user, additionOf(given))
  return leftOut
}

/** The uuids of those of the roles that the user has now, however many others there are. */
async function heldAmong(ctx: Ctx, userId: number, roles: readonly RoleTaken[]): Promise<string[]> {
  if (roles.length === 0) return []
  const found = await ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', userId)
    .where(
      'roles.uuid',
      'in',
      roles.map(({ uuid }) => uuid),
    )
    .select('roles.uuid')
    .execute()
  return found.map(({ uuid }) => uuid)
}

async function whyNotGiven(ctx: Ctx, users: Resource, user: AnyRow, role: RoleTaken) {
  if (role.expires_at !== null && role.expires_at <= ctx.now()) {
    return { code: 'expired', message: say`It would have expired at ${role.expires_at}.` }
  }
  try {
    await planLinks(ctx, rolesOf(users), user, additionOf([role]))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error
    return { code: error.code, message: error.said }
  }
}

const additionOf = (roles: readonly RoleTaken[]): RequestedChange => ({
  method: 'POST',
  members: roles.map(({ uuid, is_active, expires_at }, index) => ({
    field: `roles.${index}`,
    name: uuid,
    attributes: { is_active, expires_at },
  })),
  isList: true,
  all: false,
})

const SHOWN = [
  'id',
  'uuid',
  'user_id',
  'was_active',
  'count_tokens',
  'roles',
  'created_at',
  'created_by',
  'restored_at',
  'restored_by',
] as const

export const readOffboarding = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('offboardings').where('id', '=', id).select(SHOWN).executeTakeFirstOrThrow()

/** One page of a user's offboardings, newest first, and their number. */
export async function readOffboardings(
  ctx: Ctx,
  userId: number,
  { page, perPage }: { page: number; perPage: number },
) {
  const ofUser = ctx.db.selectFrom('offboardings').where('user_id', '=', userId)
  const { total } = await ofUser.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const records = await ofUser
    .select(SHOWN)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { records, total: Number(total) }
}
