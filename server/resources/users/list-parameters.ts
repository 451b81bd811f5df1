import { reference, time } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { linkIsInForce } from '../../access/in-force.ts'
import type { ListParameter } from '../../crud/define/resource.ts'
import { isReferenceTo } from '../../crud/query/names.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/** Role links that are in force and have an end, to roles that are not deleted. */
export const endingLinks = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('roles.deleted_at', 'is', null)
    .where(linkIsInForce('user_roles', now()))

/** The users whose access ends soon, unless it is renewed. */
export const accessEndsBefore: ListParameter<'users'> = {
  schema: time(
    'Users with a role whose link is in force and ends before this UTC day or time; needs `can-read-roles`.',
  ),
  readsOtherTables: true,
  expiringLinks: 'user_roles',
  apply: async (ctx, { access_ends_before: before }: { access_ends_before: string }, eb) => {
    if (!ctx.actor.grants.has('can-read-roles'))
      throw forbidden(['can-read-roles'], say`Using ${'access_ends_before'} needs`)
    // The lower bound serves the index, which a condition with `or` does not.
    const ending = endingLinks(ctx)
      .where('user_roles.expires_at', '>', ctx.now())
      .where('user_roles.expires_at', '<', before)
    return eb('users.id', 'in', ending.select('user_roles.user_id'))
  },
}

/** The users of a role, for calls that act on all that a list has. */
export const holdersOfRole: ListParameter<'users'> = {
  schema: reference(
    'Users with a link to this role, in force or not: its id, uuid or slug; needs `can-read-roles`.',
    'editor',
  ),
  readsOtherTables: true,
  apply: async (ctx, { holds_role: role }: { holds_role: string | number }, eb) => {
    if (!ctx.actor.grants.has('can-read-roles'))
      throw forbidden(['can-read-roles'], say`Using ${'holds_role'} needs`)
    const ofRole = ctx.db
      .selectFrom('user_roles')
      .where(isReferenceTo(ctx, 'user_roles.role_id', 'roles', String(role)))
    return eb('users.id', 'in', ofRole.select('user_roles.user_id'))
  },
}
