import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { isOver } from '../../ui/days.ts'
import { grantsQuery, lackingOf, MOST_ROLES } from './grants.ts'

interface Person {
  id: number
  name: string
  roles?: readonly object[]
}

/**
 * Why the service would refuse to change one of these users: they have a permission that the caller lacks, by the roles that
 * the list shows.
 */
export function useBulkLockReason(users: readonly Person[]): string | undefined {
  const translate = useTranslate()
  const me = useMe()
  const given = users
    .filter(({ id }) => id !== me.user.id)
    .flatMap(({ name, roles = [] }) =>
      (roles as Held[]).filter(isInForce).map(({ id }) => ({ name, role: id })),
    )
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

/** A role with its link to the user. */
interface Held {
  id: number
  is_active: boolean
  pivot?: { is_active: boolean; expires_at: string | null }
}

const isInForce = ({ is_active, pivot }: Held) =>
  is_active && pivot?.is_active !== false && !isOver(pivot?.expires_at)
