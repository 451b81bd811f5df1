import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/session.ts'

/** The second factors of one's own account. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['me', 'factors'],
  queryFn: ({ signal }) => client.request('GET', '/api/me/factors', { signal }),
})
