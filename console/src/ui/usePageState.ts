import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

interface Options {
  /** Without an entry in the browser's history, as for each pause in typing. */
  replace?: boolean
}

/**
 * What a page shows, kept in the query string of its address: a reload, the browser's buttons and a copy of the address restore
 * it. A value that is the initial one is left out.
 * @param initial by the parameters' names; a constant
 */
export function usePageState<V extends Record<string, string>>(
  initial: V,
): [values: V, set: (changes: Partial<V>, options?: Options) => void] {
  const [parameters, setParameters] = useSearchParams()
  const values = Object.fromEntries(
    Object.entries(initial).map(([name, value]) => [name, parameters.get(name) ?? value]),
  ) as V
  const set = useCallback(
    (changes: Partial<V>, { replace = false }: Options = {}) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value = ''] of Object.entries(changes)) {
            if (value === initial[name]) after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace },
      ),
    [setParameters, initial],
  )
  return [values, set]
}

/** A page's number in an address; 1 for anything else. */
export const pageOf = (text: string): number => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1)

/** A search and its page. */
const SEARCHED = { q: '', page: '1' }

/** The search of a page, and the number of its page of results. */
export function useSearchedPage() {
  const [{ q, page }, set] = usePageState(SEARCHED)
  return {
    q,
    page: pageOf(page),
    search: useCallback((text: string) => set({ q: text, page: '1' }, { replace: true }), [set]),
    setPage: (page: number) => set({ page: String(page) }),
  }
}
