import { client } from '../../api/session.ts'
import { etagIf } from '../../api/versions.ts'

/** Attributes of a user's link to a role. */
export interface Assignment {
  is_active?: boolean
  expires_at?: string | null
}

/**
 * Changes a user's link to a role, unless somebody else has changed the same attributes since they were shown. Links raise
 * the version of the user, not that of the role.
 * @throws RolecallError 412
 */
export async function changeAssignment(
  userId: number,
  roleId: number,
  shown: Assignment,
  changes: Assignment,
): Promise<void> {
  const user = await client.users.get(userId, { include: 'roles' })
  const roles = user.roles as { id: number; pivot?: Assignment }[] | undefined
  const link = roles?.find(({ id }) => id === roleId)?.pivot
  const names = Object.keys(changes) as (keyof Assignment)[]
  const isAsShown = names.every((name) => link?.[name] === shown[name])
  const links = client.users.relation(userId, 'roles')
  await links.change({ id: roleId, ...changes }, { ifMatch: etagIf(isAsShown, user) })
}
