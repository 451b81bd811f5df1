import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
import { grantsQuery, lackingOf, MOST_ROLES } from '../features/grants/grants.ts'
import { type HeldRole, stateOf } from './heldRole.ts'
import { heldQuery } from './profile/queries.ts'
import type { User } from './user.ts'

/**
 * Why the service would refuse to change a user: the user has a permission that the caller lacks. Based on current
 * permissions; only the service knows those of links that are not in force.
 */
export function useLockReason(user: User): string | undefined {
  const translate = useTranslate()
  const me = useMe()
  const mayRead = useMay()('users', 'permissions.read', user)
  // The permissions of a user in the trash cannot be read.
  const enabled = mayRead && user.id !== me.user.id && user.deleted_at === null
  const { data = [] } = useQuery({ ...heldQuery(user.id), enabled })
  const own: readonly string[] = me.permissions
  const beyond = user.id === me.user.id ? undefined : data.find(({ slug }) => !own.includes(slug))
  return beyond && translate('users.lock.beyond', { name: user.name, permission: beyond.name })
}

/** The same for a list of users, based on the roles that the list shows. */
export function useBulkLockReason(users: User[]): string | undefined {
  const translate = useTranslate()
  const me = useMe()
  const given = users
    .filter(({ id }) => id !== me.user.id)
    .flatMap(({ name, roles = [] }) => roles.filter(isInForce).map(({ id }) => ({ name, role: id })))
  const roles = [...new Set(given.map(({ role }) => role))].sort((one, other) => one - other)
  const mayRead = useMay()('roles', 'grants')
  const { data: grants } = useQuery({
    ...grantsQuery(roles),
    enabled: mayRead && roles.length > 0 && roles.length <= MOST_ROLES,
  })
  const lackingIn = grants && lackingOf(grants, new Set<string>(me.permissions))
  for (const { name, role } of given) {
    const beyond = lackingIn?.(role)
    if (beyond) return translate('users.lock.beyond_among', { name, permission: beyond.name })
  }
  return undefined
}

/** The list's type has only a role's id and name; the data has the whole role with its link. */
const isInForce = (role: object) => ['active', 'expiring'].includes(stateOf(role as HeldRole))
