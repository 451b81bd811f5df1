import { createContext, use, useEffect, useEffectEvent, useState } from 'react'
import { useListContext } from 'react-admin'

/** Whether the selection is all that the list has, on whatever page. */
interface AllMatching {
  isAll: boolean
  selectAll: () => void
  /** The selection has been acted on: nothing of it is left to do. */
  isHandled: boolean
  setHandled: () => void
}

export const AllMatchingContext = createContext<AllMatching>({
  isAll: false,
  selectAll: () => undefined,
  isHandled: false,
  setHandled: () => undefined,
})

export const useAllMatching = (): AllMatching => use(AllMatchingContext)

/** Tells the list that its selection has been acted on, while the report of that is still open. */
export function useHandled(isHandled: boolean): void {
  const { setHandled } = useAllMatching()
  const tell = useEffectEvent(setHandled)
  useEffect(() => {
    if (isHandled) tell()
  }, [isHandled])
}

/**
 * Holds for the selection and the filter that it was made with. Each change of the selection is a new array, so that it ends when
 * a single row is unselected too.
 */
export function useAllMatchingState(): AllMatching {
  const { filterValues, selectedIds } = useListContext()
  const [chosen, setChosen] = useState<{ list: string; ids: unknown }>()
  const [handled, setHandled] = useState<unknown>()
  // Lists of a relation have no filter.
  const list = JSON.stringify(filterValues)
  const isAll = selectedIds.length > 0 && chosen?.ids === selectedIds && chosen.list === list
  return {
    isAll,
    selectAll: () => setChosen({ list, ids: selectedIds }),
    isHandled: handled === selectedIds,
    setHandled: () => setHandled(selectedIds),
  }
}
