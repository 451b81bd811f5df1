import { useState } from 'react'
import type { ListControllerResult } from 'react-admin'

/** A selection for a list that has none of its own; it reaches beyond the page. */
export function useSelection() {
  const [selectedIds, setSelected] = useState<number[]>([])
  return {
    selectedIds,
    onSelect: (ids: number[]) => setSelected(ids),
    onToggleItem: (id: number) =>
      setSelected((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    onUnselectItems: () => setSelected([]),
  } as unknown as Pick<ListControllerResult, 'selectedIds' | 'onSelect' | 'onToggleItem' | 'onUnselectItems'>
}
