import { reference } from '../../../contract/fields.ts'
import type { ListParameter } from '../../crud/define/resource.ts'
import { isReferenceTo } from '../../crud/query/names.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'

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
