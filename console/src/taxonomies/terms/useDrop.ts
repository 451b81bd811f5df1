import { useCallback, useRef } from 'react'
import type { Open } from '../dialogs/dialogProps.ts'
import { useUndo } from '../undo.tsx'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'
import type { Deeds } from './useDeeds.ts'

/** A drop moves immediately, because it can be undone; conflicts are shown before anything changes. */
export function useDrop(
  forest: Forest,
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
      const to = parent === ROOT ? null : (forest.node(parent) ?? null)
      const drop = async () => {
        const preview = await deeds.previewMove(ids, to?.id ?? null)
        if (preview.conflicts.length > 0)
          return setDialog({ kind: 'refused', ids, conflicts: preview.conflicts })
        await deeds.move(ids, to, preview)
        onMoved(ids, parent)
      }
      drop()
        .catch(fail)
        .finally(() => {
          isBusy.current = false
        })
    },
    [forest, deeds, setDialog, onMoved, fail],
  )
}
