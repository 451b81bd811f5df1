import type { Ctx } from '../../access/context.ts'
import { accessToRelation } from '../../access/matrix.ts'
import { PERMANENT } from '../../access/rules.ts'
import { resourceNamed } from '../../crud/define/resource.ts'
import { resolveMembers } from '../../crud/write/link-plans.ts'
import { addLinks } from '../../crud/write/links.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { access } from './access.ts'
import { mayChangeRolesOfUser } from './links.ts'

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
