import { useMay, useMe } from '../../api/me.ts'
import type { User } from '../user.ts'

/** Whether the caller may see the roles that permissions come through. */
export function useExplains(user: User): boolean {
  const may = useMay()
  const me = useMe()
  return user.id === me.user.id || (may('roles', 'list') && may('permissions', 'list'))
}
