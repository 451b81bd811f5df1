import { useLocation } from 'react-router-dom'
import type { Entry } from './entry.ts'

/** The address of the page on show, with an entry open. */
export function useEntryPath(): (entry: Entry) => string {
  const { pathname, search } = useLocation()
  return ({ id }) => {
    const parameters = new URLSearchParams(search)
    parameters.set('entry', String(id))
    return `${pathname}?${parameters}`
  }
}
