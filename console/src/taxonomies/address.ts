import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

interface Address {
  /** Slug of the selected type. */
  type: string | undefined
  /** Id of the term whose details are open. */
  term: string | undefined
  /** @param to.q the search in the tree of terms */
  go: (to: { type?: string | undefined; term?: string | undefined; q?: undefined }) => void
}

/** The page's state is in its address: `/taxonomies?type=country&term=12`. */
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
  return { type: parameters.get('type') ?? undefined, term: parameters.get('term') ?? undefined, go }
}
