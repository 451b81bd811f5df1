import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './session.ts'

/** What anybody may know of the service. */
export interface ServiceFacts {
  signup: 'open' | 'verify' | 'closed'
  is_set_up: boolean
}

const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) =>
    client.request('GET', '/api/service' as '/api/me', { signal }) as unknown as Promise<ServiceFacts>,
  staleTime: 60_000,
})

export const useServiceFacts = (): ServiceFacts | undefined => useQuery(serviceQuery).data
