import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './session.ts'

const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) => client.request('GET', '/api/service', { signal }),
  staleTime: 60_000,
})

/** Public facts about the service: whether it is set up, and who may sign up. */
export const useServiceFacts = () => useQuery(serviceQuery)
