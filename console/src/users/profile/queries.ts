import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../api/session.ts'

const ALL = 1000
const A_PAGE = 50

export const userQuery = (id: string | number) =>
  queryOptions({
    queryKey: ['users', 'one', String(id)],
    queryFn: ({ signal }) => client.users.get(id, { trashed: 'true', signal }),
    // Structural sharing would drop the record's ETag.
    structuralSharing: false,
  })

/** A save of the form waits for the change of another control, which it would take for somebody else's. */
export const changesOfUser = (id: number) => ({ scope: `user ${id}`, waits: true })

/** All links, in force or not. */
export const rolesQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'roles'],
    queryFn: async ({ signal }) =>
      (await client.users.relation(id, 'roles').get({ per_page: ALL, sort: 'name' }, { signal })).data,
  })

export const permissionsQuery = (id: number, q: string, page: number, explains: boolean) =>
  queryOptions({
    queryKey: ['users', id, 'permissions', q, page, explains],
    queryFn: async ({ signal }) => {
      const { permissions } = await client.request('GET', '/api/users/{column}/{value}/permissions', {
        path: { column: 'id', value: String(id) },
        query: {
          ...(q !== '' && { q }),
          page,
          per_page: A_PAGE,
          sort: 'module,section,slug',
          explain: explains,
        },
        signal,
      })
      return permissions
    },
    placeholderData: keepPreviousData,
  })

/** What the service tells of a role or a permission of the past: its names at that time, and the link. */
export interface PastRight {
  id: number
  name: string
  slug: string
  pivot: { is_active: boolean; expires_at: string | null; created_at: string }
}

/** The roles or the permissions in force that a user had at a moment. */
export const pastQuery = (id: number, what: 'roles' | 'permissions', moment: string) =>
  queryOptions({
    queryKey: ['users', id, 'past', what, moment],
    queryFn: async ({ signal }) => {
      const page = (await client.request('GET', `/api/users/{column}/{value}/${what}`, {
        path: { column: 'id', value: String(id) },
        query: { as_of: moment, per_page: ALL },
        signal,
      })) as unknown as Record<typeof what, { data: PastRight[]; total: number }>
      const { data, total } = page[what]
      return { total, rights: data.toSorted((one, other) => one.name.localeCompare(other.name)) }
    },
    // The past does not change.
    staleTime: 60_000,
  })

/** All effective permissions. */
export const heldQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'permissions', 'all'],
    queryFn: async ({ signal }) => {
      const { permissions } = await client.request('GET', '/api/users/{column}/{value}/permissions', {
        path: { column: 'id', value: String(id) },
        query: { per_page: ALL, sort: 'module,section,slug' },
        signal,
      })
      return permissions.data
    },
  })

export const tokensQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'tokens'],
    queryFn: async ({ signal }) => {
      const { list } = await client.request('GET', '/api/users/{column}/{value}/tokens', {
        path: { column: 'id', value: String(id) },
        query: { per_page: ALL },
        signal,
      })
      return list.data
    },
  })

export const factorsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'factors'],
    queryFn: ({ signal }) =>
      client.request('GET', '/api/users/{column}/{value}/factors', {
        path: { column: 'id', value: String(id) },
        signal,
      }),
  })

export const termsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'taxonomies'],
    queryFn: async ({ signal }) =>
      (await client.users.relation(id, 'taxonomies').get({ per_page: ALL, sort: 'name' }, { signal })).data,
  })

/** The last offboarding. */
export const offboardingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', id, 'offboardings'],
    queryFn: async ({ signal }) => {
      const { list } = await client.request('GET', '/api/users/{column}/{value}/offboardings', {
        path: { column: 'id', value: String(id) },
        query: { per_page: 1 },
        signal,
      })
      return list.data
    },
  })
