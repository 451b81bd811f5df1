import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TermOrder } from './api.ts'

interface Address {
  /** Slug of the selected type. */
  type: string | undefined
  /** Id of the term whose details are open. */
  term: string | undefined
  /** The manual one is in the address. */
  order: TermOrder
  /** @param to.q the search in the tree of terms */
  go: (to: {
    type?: string | undefined
    term?: string | undefined
    order?: TermOrder | undefined
    q?: undefined
  }) => void
}

/** The page's state is in its address: `/taxonomies?type=country&term=12&order=position`. */
export function useAddress(): Address {
  const [parameters, setParameters] = useSearchParams()
  const go = useCallback<Address['go']>(
    (to) =>
      setParameters((before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(to)) {
          if (value === undefined) after.delete(name)
          else after.set(name, value)
        }
        return after
      }),
    [setParameters],
  )
  return {
    type: parameters.get('type') ?? undefined,
    term: parameters.get('term') ?? undefined,
    order: parameters.get('order') === 'position' ? 'position' : 'name',
    go,
  }
}
