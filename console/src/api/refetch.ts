import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches what the page shows, after a change. A query that is being read for the first time is read twice: TanStack Query
 * keeps the response of its first fetch, which may be older than the change.
 */
export async function refetchAll(queries: QueryClient): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries()
  if (first.length > 0) await queries.invalidateQueries({ predicate: (query) => first.includes(query) })
}
