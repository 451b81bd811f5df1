import { type MutationMeta, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

type Change = <T>(act: () => Promise<T>, meta?: MutationMeta) => Promise<T>

/** Runs a change as a mutation, for callers that keep its state themselves. */
export function useChange(): Change {
  const queries = useQueryClient()
  return useCallback(
    (act, meta) =>
      queries
        .getMutationCache()
        .build(queries, queries.defaultMutationOptions({ mutationFn: act, ...(meta && { meta }) }))
        .execute(undefined),
    [queries],
  )
}
