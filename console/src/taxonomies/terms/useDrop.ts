import { useCallback, useRef } from 'react'
import type { Open } from '../dialogs/Dialogs.tsx'
import { useUndo } from '../undo.tsx'
import { ROOT } from './rows.ts'
import type { Deeds } from './useDeeds.ts'

/** A drop is done at once, as it can be taken back; what stands in its way is told before anything is changed. */
export function useDrop(
  deeds: Deeds,
  setDialog: (dialog: Open) => void,
  onMoved: (ids: string[], parent: string) => void,
): (ids: string[], parent: string) => void {
  const { fail } = useUndo()
  const isBusy = useRef(false)
  return useCallback(
    (ids, parent) => {
      if (isBusy.current) return
      isBusy.current = true
      const parentId = parent === ROOT ? null : Number(parent)
      const drop = async () => {
        const preview = await deeds.previewMove(ids, parentId)
        if (preview.conflicts.length > 0)
          return setDialog({ kind: 'refused', ids, conflicts: preview.conflicts })
        await deeds.move(ids, parentId, preview)
        onMoved(ids, parent)
      }
      drop()
        .catch(fail)
        .finally(() => {
          isBusy.current = false
        })
    },
    [deeds, setDialog, onMoved, fail],
  )
}
