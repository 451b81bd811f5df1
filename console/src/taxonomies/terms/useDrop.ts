import { useCallback, useRef } from 'react'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import type { Beside } from '../api.ts'
import type { Open } from '../dialogs/dialogProps.ts'
import { expand } from '../tree/expand.ts'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'
import type { TermMutations } from './useTermMutations.ts'
import type { TermPlaces } from './useTermPlaces.ts'
import type { TermTree } from './useTermTree.ts'

/** A drop moves immediately, because it can be undone; conflicts are shown before anything changes. */
export function useDrop(
  forest: Forest,
  mutations: TermMutations,
  place: TermPlaces['place'],
  setDialog: (dialog: Open) => void,
): (tree: TermTree, ids: string[], parent: string, beside?: Beside) => void {
  const { refused } = useNotifier()
  const isBusy = useRef(false)
  return useCallback(
    (tree, ids, parent, beside) => {
      if (isBusy.current) return
      isBusy.current = true
      const to = parent === ROOT ? null : (forest.node(parent) ?? null)
      const drop = async () => {
        const isThere = ids.every((id) => forest.parentOf(id) === parent)
        if (beside && isThere) return place(ids[0] as string, { beside }).then(() => focus(tree, ids))
        const preview = await mutations.previewMove(ids, to?.id ?? null)
        if (preview.conflicts.length > 0)
          return setDialog({ kind: 'refused', ids, conflicts: preview.conflicts })
        if (beside) await place(ids[0] as string, { beside, parent })
        else await mutations.move(ids, to, preview)
        if (parent !== ROOT) expand(tree, [parent])
        focus(tree, ids)
      }
      drop()
        .catch(refused)
        .finally(() => {
          isBusy.current = false
        })
    },
    [forest, mutations, place, setDialog, refused],
  )
}

function focus(tree: TermTree, [id = '']: string[]): void {
  tree.getItemInstance(id).setFocused()
  tree.updateDomFocus()
}
