import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import type { User } from '../user.ts'
import { offboardingsQuery } from './queries.ts'

/** The offboarding that a user's access has not been restored from. */
export function useOffboarding(user: User) {
  const may = useMay()
  const enabled = may('users', 'offboardings', user) && !user.is_active && user.deleted_at === null
  const query = useQuery({ ...offboardingsQuery(user.id), enabled })
  const last = enabled ? query.data?.[0] : undefined
  return { query, last: last?.restored_at === null ? last : undefined }
}
