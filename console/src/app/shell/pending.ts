import { queryOptions } from '@tanstack/react-query'
import { dataProvider } from '../../api/providers.ts'

/** Registrations that are not users yet, and wait for an approval: whoever is invited does not. */
const PENDING = { status_neq: 'user-created', invited: 'false' }

/** The number of pending registrations; invalidated with all other registration queries. */
export const pendingQuery = queryOptions({
  queryKey: ['registrations', 'count', 'waiting'],
  queryFn: async ({ signal }) => {
    const { total = 0 } = await dataProvider.getList('registrations', {
      filter: PENDING,
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
      signal,
    })
    return total
  },
  staleTime: 60_000,
  // People sign up while the tab is in the background.
  refetchOnWindowFocus: true,
})
