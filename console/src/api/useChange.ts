import { type MutationMeta, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

export interface ChangeOptions extends MutationMeta {
  /** Changes of the same scope run one after the other. */
  scope?: string
}

type Change = <T>(act: () => Promise<T>, options?: ChangeOptions) => Promise<T>

/** Runs a change as a mutation, for callers that keep its state themselves. */
export function useChange(): Change {
  const queries = useQueryClient()
  return useCallback(
    (act, { scope, ...meta } = {}) => {
      const options = { mutationFn: act, meta, ...(scope !== undefined && { scope: { id: scope } }) }
      return queries
        .getMutationCache()
        .build(queries, queries.defaultMutationOptions(options))
        .execute(undefined)
    },
    [queries],
  )
}
