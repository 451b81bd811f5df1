import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../api/me.ts'
import { grantsQuery, lackingOf } from '../features/grants/grants.ts'
import type { Role } from './role.ts'

/** Why the service would refuse a change to a role or its users: it grants a permission that the caller lacks. */
export function useRoleLockReason(role: Role): string | undefined {
  const translate = useTranslate()
  const own = new Set<string>(useMe().permissions)
  const mayRead = useMay()('roles', 'grants')
  const { data } = useQuery({ ...grantsQuery([role.id]), enabled: mayRead, placeholderData: undefined })
  const beyond = data && lackingOf(data, own)(role.id)
  return beyond && translate('roles.beyond', { role: role.name, permission: beyond.name })
}
