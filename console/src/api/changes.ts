import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { MutationCache } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Queries of records that the change deletes. The page may still show them; they are not refetched. */
      isGone?: ((key: QueryKey) => boolean) | undefined
      /** The mutation succeeds after the queries have been refetched. */
      waits?: boolean
      /** Such as a sign-in, which resets its own queries, or a form whose change is a mutation of its own. */
      changesNothing?: boolean
    }
  }
}

/** First part of the keys of dry runs: the dialog that shows one closes after the change. */
export const PREVIEW = 'preview'

const nothing = () => false

/**
 * A change invalidates everything: its effects reach lists, counts, permissions and trees. What the page shows is refetched.
 * Requests under way are aborted: their responses may be older than the change, and TanStack Query would keep that of a
 * query's first fetch.
 */
function refetchAll(queries: QueryClient, isGone: (key: QueryKey) => boolean = nothing): Promise<void> {
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    const isRefetched = query.isActive() && !isGone(query.queryKey)
    // Silent: those who wait for the query get the new response. Others get none, and the query is as before.
    void query.cancel(isRefetched ? { silent: true } : { revert: true })
  }
  void queries.invalidateQueries({ refetchType: 'none' })
  return queries.refetchQueries({ type: 'active', predicate: ({ queryKey }) => !isGone(queryKey) })
}

/** Runs `refetchAll` after every mutation. */
export function mutationCache(queries: () => QueryClient): MutationCache {
  return new MutationCache({
    onSuccess: (_data, _variables, _result, { meta = {} }) => {
      if (meta.changesNothing) return undefined
      const refetched = refetchAll(queries(), (key) => key[0] === PREVIEW || meta.isGone?.(key) === true)
      return meta.waits ? refetched : undefined
    },
    onError: (_error, _variables, _result, { meta = {} }) => {
      // Stale data may have caused the error.
      if (!meta.changesNothing) void refetchAll(queries())
    },
  })
}
