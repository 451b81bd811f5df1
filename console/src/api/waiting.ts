import { queryOptions } from '@tanstack/react-query'
import { dataProvider } from './providers.ts'

/** What is no user yet. */
const WAITING = { status_neq: 'user-created' }

/** How many registrations wait; known anew with all else that is known of registrations. */
export const waitingQuery = queryOptions({
  queryKey: ['registrations', 'count', 'waiting'],
  queryFn: async ({ signal }) => {
    const { total = 0 } = await dataProvider.getList('registrations', {
      filter: WAITING,
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
      signal,
    })
    return total
  },
  staleTime: 60_000,
  // People sign up while nobody looks.
  refetchOnWindowFocus: true,
})
