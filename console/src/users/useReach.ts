import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
import { heldQuery } from './profile/queries.ts'
import type { User } from './user.ts'

/**
 * Why the service would refuse to change a user: they hold what the caller does not. Told by what both of them hold now;
 * what a user would hold if a link of theirs counted again, the service alone knows.
 */
export function useBeyond(user: User): string | undefined {
  const translate = useTranslate()
  const me = useMe()
  const mayRead = useMay()('users', 'permissions.read', user)
  const { data = [] } = useQuery({ ...heldQuery(user.id), enabled: mayRead && user.id !== me.user.id })
  const own: readonly string[] = me.permissions
  const beyond = user.id === me.user.id ? undefined : data.find(({ slug }) => !own.includes(slug))
  return beyond && translate('users.lock.beyond', { name: user.name, permission: beyond.name })
}
