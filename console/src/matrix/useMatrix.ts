import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../api/session.ts'
import { grantsQuery, MOST_ROLES, type RoleBrief } from '../features/grants/grants.ts'
import { matching } from '../features/grants/groups.ts'
import { usePageState } from '../ui/usePageState.ts'
import { containsWords } from '../ui/words.ts'

const idsIn = (text: string) =>
  text
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .slice(0, MOST_ROLES)
    .map(Number)

const ALL = { roles: '', role: '', q: '' }
/** Collapsed groups are separated by points. */
const INITIAL = { ...ALL, closed: '' }

/** What the matrix shows, in the address. */
function useView() {
  const [{ roles, role, q, closed: keys }, set] = usePageState(INITIAL)
  const replace = (changes: Partial<typeof INITIAL>) => set(changes, { replace: true })
  const closed = useMemo(() => new Set(keys.split('.')), [keys])
  return {
    chosen: roles === '' ? undefined : idsIn(roles),
    roleText: role,
    permissionText: q,
    /** Keys of the collapsed groups. */
    closed,
    setChosen: (ids: readonly number[]) => replace({ roles: ids.join(',') }),
    setRoleText: (role: string) => replace({ role }),
    setPermissionText: (q: string) => replace({ q }),
    /** Collapses a group, or expands it. */
    fold: (key: string) => {
      const others = [...closed].filter((each) => each !== key && each !== '')
      replace({ closed: (closed.has(key) ? others : [...others, key]).join('.') })
    },
    showAll: () => replace(ALL),
  }
}

const named = (roles: readonly RoleBrief[], text: string) =>
  roles.filter(({ name, slug }) => containsWords(`${name} ${slug}`, text))

/** The visible roles and permissions, and the grants between them. */
export function useMatrix() {
  const view = useView()
  const { chosen, roleText, permissionText } = view
  const shown = useQuery(grantsQuery(chosen))
  const areAllThere = (shown.data && shown.data.total_roles <= MOST_ROLES) ?? false
  const asksForRoles = roleText !== '' && chosen === undefined && shown.data !== undefined && !areAllThere
  const found = useQuery({
    queryKey: ['matrix', 'roles', roleText],
    queryFn: async ({ signal }) => {
      const page = await client.roles.list({ q: roleText, per_page: MOST_ROLES, sort: 'name' }, { signal })
      return { ids: page.data.map(({ id }) => id), total: page.total }
    },
    enabled: asksForRoles,
    placeholderData: keepPreviousData,
  })
  const ofFound = useQuery({
    ...grantsQuery(found.data?.ids),
    enabled: asksForRoles && (found.data?.ids.length ?? 0) > 0,
  })
  const isNothingFound = asksForRoles && found.data?.ids.length === 0
  const data = asksForRoles ? (ofFound.data ?? shown.data) : shown.data
  const roles = useMemo(() => {
    if (isNothingFound) return []
    return asksForRoles ? (data?.roles ?? []) : named(data?.roles ?? [], roleText)
  }, [data, roleText, asksForRoles, isNothingFound])
  const permissions = useMemo(() => matching(data?.permissions ?? [], permissionText), [data, permissionText])
  const failed = [shown, ...(asksForRoles ? [found, ofFound] : [])].find(({ error }) => error)
  return {
    ...view,
    data,
    roles,
    permissions,
    totalFound: asksForRoles ? (found.data?.total ?? 0) : roles.length,
    error: failed?.error,
    refetch: () => failed?.refetch(),
    isStale:
      shown.isPlaceholderData || (asksForRoles && (found.isPlaceholderData || ofFound.isPlaceholderData)),
  }
}
