import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
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
