import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { PREVIEW } from '../../api/changes.ts'
import { useMay } from '../../api/me.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Failing, RetryQuery } from '../../ui/Retry.tsx'
import type { Forest } from '../terms/forest.ts'
import { counted, type MovePreview, type TermMutations, total } from '../terms/useTermMutations.ts'
import type { DialogProps } from './dialogProps.ts'
import { IN_DIALOG } from './dialogProps.ts'
import { Preview } from './Preview.tsx'
import { SomeMoved } from './Some.tsx'

/** Confirms a deletion, with the affected terms and users. */
export const DeleteDialog = ({ ids, forest, mutations, onClose, onDone }: DialogProps) => {
  const translate = useTranslate()
  const may = useMay()
  const { error, busy, run } = useAction(async () => {
    await mutations.remove(ids)
    onClose()
    onDone('delete', ids)
  }, IN_DIALOG)
  const reach = useReach(ids, forest, mutations)
  const name = forest.node(ids[0] ?? '')?.name ?? ''
  const back = may('taxonomies', 'restore') ? 'back' : 'no_way_back'
  return (
    <ConfirmDialog
      open
      title={translate('taxonomies.delete.title', { smart_count: ids.length, name })}
      confirm={translate('ra.action.delete')}
      busy={busy}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {reach.failed ? (
        <RetryQuery query={reach.failed} />
      ) : (
        <Preview>
          {reach.text}
          {reach.moved && <SomeMoved moved={reach.moved} ids={ids} />}
        </Preview>
      )}
      <p>{translate(`taxonomies.delete.${back}`)}</p>
    </ConfirmDialog>
  )
}

/** A dry-run move counts all descendants; callers who may not move see the number of children only. */
function useReach(
  ids: string[],
  forest: Forest,
  mutations: TermMutations,
): { text: string; moved?: MovePreview; failed?: Failing } {
  const translate = useTranslate()
  const mayPreview = useMay()('taxonomies', 'move')
  const query = useQuery({
    queryKey: [PREVIEW, 'reach', ids],
    queryFn: async () => {
      const all = await Promise.all(
        ids.map((id) => mutations.previewMove([id], forest.node(id)?.parent_id ?? null)),
      )
      return total(all)
    },
    enabled: mayPreview,
    staleTime: 0,
    gcTime: 0,
  })
  if (mayPreview) {
    const { data, error } = query
    const text = data ? counted(translate, data.terms, data.users) : '…'
    return { text, ...(data && { moved: data }), ...(error && { failed: query }) }
  }
  const below = ids.reduce((sum, id) => sum + (forest.node(id)?.count_children ?? 0), 0)
  return { text: translate('taxonomies.delete.below', { smart_count: below }) }
}
