import { Box, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { PREVIEW } from '../../api/changes.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { type Merged, mergeTerm, type TermNode } from '../api.ts'
import { ROOT } from '../terms/rows.ts'
import { Conflicts } from './Conflicts.tsx'
import type { DialogProps } from './dialogProps.ts'
import { IN_DIALOG } from './dialogProps.ts'
import { Preview } from './Preview.tsx'
import { Some } from './Some.tsx'
import { TermPicker } from './TermPicker.tsx'

const levelOf = ({ parent, parent_id: id }: TermNode) => (id === null || parent !== null ? ROOT : String(id))

/** Merges two terms. This cannot be undone, so the whole effect is shown first. */
export const MergeDialog = ({ ids, type, forest, mutations, onClose, onDone }: DialogProps) => {
  const translate = useTranslate()
  const [id = ''] = ids
  const [into, setInto] = useState<TermNode | null>(null)
  const { error, busy, run } = useAction(async (term: TermNode) => {
    await mutations.merge(id, { id: term.id, name: term.name, level: levelOf(term) })
    onClose()
    onDone('merge', [id])
  }, IN_DIALOG)
  const name = forest.node(id)?.name ?? ''
  const query = useQuery({
    queryKey: [PREVIEW, 'merge', id, into?.id],
    queryFn: () => mergeTerm(Number(id), into?.id ?? 0, true),
    enabled: into !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const preview = into ? query.data : undefined
  const merge = () => {
    if (!into || preview?.conflicts.length !== 0) return
    void run(into)
  }
  return (
    <ConfirmDialog
      open
      title={translate('taxonomies.merge.title', { name })}
      confirm={translate('taxonomies.merge.confirm')}
      busy={busy}
      hasField
      isReady={preview?.conflicts.length === 0}
      error={error}
      onConfirm={merge}
      onClose={onClose}
    >
      <Stack sx={{ gap: 1.5, pt: 0.5, color: 'text.primary' }}>
        <Box sx={{ color: 'text.secondary' }}>{translate('taxonomies.merge.text', { name })}</Box>
        <TermPicker
          label={translate('taxonomies.merge.into')}
          types={[type]}
          without={ids}
          value={into}
          onChange={setInto}
        />
        {preview && preview.conflicts.length > 0 && <Conflicts conflicts={preview.conflicts} what="merge" />}
        {into && preview?.conflicts.length === 0 && <Reach preview={preview} name={name} into={into.name} />}
        {into && <RetryQuery query={query} />}
      </Stack>
    </ConfirmDialog>
  )
}

const Reach = ({
  preview: { users, already, children, some },
  name,
  into,
}: {
  preview: Merged
  name: string
  into: string
}) => {
  const translate = useTranslate()
  const t = (key: string, smart_count: number) =>
    translate(`taxonomies.merge.${key}`, { smart_count, name, into })
  return (
    <Preview>
      <ul>
        <li>{t('users', users)}</li>
        {already > 0 && <li>{t('already', already)}</li>}
        <li>{t('children', children)}</li>
        <li>{t('trash', 1)}</li>
      </ul>
      <Some some={some} terms={children} users={users} />
    </Preview>
  )
}
