import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'

/** The slug of the role that the service gives to everyone who signed up. */
const REGISTERED = 'registered'

/** The default role by its name, as a part of a sentence; callers who may not read roles see none. */
export function useDefaultRole(): string {
  const translate = useTranslate()
  const may = useMay()
  const { data: role } = useQuery({
    queryKey: ['roles', 'default'],
    queryFn: async ({ signal }) =>
      (await client.roles.list({ where: { slug: REGISTERED }, per_page: 1 }, { signal })).data[0] ?? null,
    enabled: may('roles', 'list'),
  })
  return role
    ? translate('registrations.approval.default_named', { role: role.name })
    : translate('registrations.approval.default')
}
