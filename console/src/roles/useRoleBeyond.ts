import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
import { grantsQuery, holdingsOf } from '../grants/grants.ts'
import type { Role } from './role.ts'

/** Why the service would refuse to give a role, to take it or to delete it: it gives what the caller does not hold. */
export function useRoleBeyond(role: Role): string | undefined {
  const translate = useTranslate()
  const own: readonly string[] = useMe().permissions
  const mayRead = useMay()('roles', 'grants')
  const { data } = useQuery({ ...grantsQuery([role.id]), enabled: mayRead, placeholderData: undefined })
  const [brief] = data?.roles ?? []
  if (!data || !brief) return undefined
  const { holds } = holdingsOf(data)
  const beyond = data.permissions.find(
    (permission) => !own.includes(permission.slug) && holds(brief, permission),
  )
  return beyond && translate('roles.beyond', { role: role.name, permission: beyond.name })
}
