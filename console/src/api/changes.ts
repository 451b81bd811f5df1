import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
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
      /** Refetches after an error too: stale data may have caused it. Not for forms, which need the ETag that they were filled with. */
      refetchesOnError?: boolean
    }
  }
}

/** First part of the keys of dry runs: the dialog that shows one closes after the change. */
export const PREVIEW = 'preview'

/** For the `isGone` of a change whose own dialog may be confirmed before its preview has loaded. */
export const isPreview = ([root]: QueryKey): boolean => root === PREVIEW

/**
 * A change invalidates everything: its effects reach lists, counts, permissions and trees. What the page shows is refetched.
 * Requests under way are aborted: their responses may be older than the change, and TanStack Query would keep that of a
 * query's first fetch.
 */
function refetchAll(queries: QueryClient, isLeft: (query: Query) => boolean): Promise<void> {
  for (const query of queries.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
    if (!query.isActive()) void query.cancel({ revert: true })
    // Silent: those who wait for the query get the new response.
    else if (!isLeft(query)) void query.cancel({ silent: true })
  }
  void queries.invalidateQueries({ refetchType: 'none' })
  return queries.refetchQueries({ type: 'active', predicate: (query) => !isLeft(query) })
}

/** A preview that is still loading belongs to a dialog that was opened meanwhile, and needs its first response. */
const isLoadedPreview = ({ queryKey, state }: Query) => isPreview(queryKey) && state.data !== undefined

/** Runs `refetchAll` after every successful mutation. */
export function mutationCache(queries: () => QueryClient): MutationCache {
  return new MutationCache({
    onSuccess: (_data, _variables, _result, { meta = {} }) => {
      if (meta.changesNothing) return undefined
      const refetched = refetchAll(
        queries(),
        (query) => isLoadedPreview(query) || meta.isGone?.(query.queryKey) === true,
      )
      return meta.waits ? refetched : undefined
    },
    onError: (_error, _variables, _result, { meta = {} }) => {
      if (meta.refetchesOnError && !meta.changesNothing) void refetchAll(queries(), () => false)
    },
  })
}
