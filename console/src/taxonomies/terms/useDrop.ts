import { useCallback, useRef } from 'react'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import type { Open } from '../dialogs/dialogProps.ts'
import { expand } from '../tree/expand.ts'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'
import type { TermMutations } from './useTermMutations.ts'
import type { TermTree } from './useTermTree.ts'

/** A drop moves immediately, because it can be undone; conflicts are shown before anything changes. */
export function useDrop(
  forest: Forest,
  mutations: TermMutations,
  setDialog: (dialog: Open) => void,
): (tree: TermTree, ids: string[], parent: string) => void {
  const { refused } = useNotifier()
  const isBusy = useRef(false)
  return useCallback(
    (tree, ids, parent) => {
      if (isBusy.current) return
      isBusy.current = true
      const to = parent === ROOT ? null : (forest.node(parent) ?? null)
      const drop = async () => {
        const preview = await mutations.previewMove(ids, to?.id ?? null)
        if (preview.conflicts.length > 0)
          return setDialog({ kind: 'refused', ids, conflicts: preview.conflicts })
        await mutations.move(ids, to, preview)
        if (parent !== ROOT) expand(tree, [parent])
        tree.getItemInstance(ids[0] as string).setFocused()
        tree.updateDomFocus()
      }
      drop()
        .catch(refused)
        .finally(() => {
          isBusy.current = false
        })
    },
    [forest, mutations, setDialog, refused],
  )
}
