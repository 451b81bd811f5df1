import { createContext, use, useState } from 'react'
import { useListContext } from 'react-admin'

/** Whether the selection is all that the list has, on whatever page. */
interface AllMatching {
  isAll: boolean
  selectAll: () => void
}

export const AllMatchingContext = createContext<AllMatching>({ isAll: false, selectAll: () => undefined })

export const useAllMatching = (): AllMatching => use(AllMatchingContext)

/** Ends with the selection, and when the list changes: what it has then was not seen. */
export function useAllMatchingState(): AllMatching {
  const { filterValues, selectedIds } = useListContext()
  const [chosen, setChosen] = useState<string>()
  const list = JSON.stringify(filterValues)
  // Lists of a relation have no filter.
  const isAll = chosen !== undefined && chosen === list && selectedIds.length > 0
  if (chosen !== undefined && !isAll) setChosen(undefined)
  return { isAll, selectAll: () => setChosen(list) }
}
