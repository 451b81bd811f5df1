import { Typography } from '@mui/material'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { BulkDialog } from '../features/bulk/BulkDialog.tsx'
import { type BulkResource, hasBulk, matchingOf } from '../features/bulk/selection.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { useAllMatching } from '../ui/list/allMatching.ts'
import { useSelected } from '../ui/list/useSelected.ts'
import type { Kind, Trashed } from './kinds.ts'

interface Props {
  kind: Kind
  restore: (records: Trashed[]) => void
  busy: boolean
}

/** Restores the selected records with an undo, or all that the list has with a report. */
export const RestoreMany = ({ kind, restore, busy }: Props) => {
  const translate = useTranslate()
  const { filterValues, total = 0, onUnselectItems } = useListContext<Trashed>()
  const selected = useSelected<Trashed>()
  const { isAll } = useAllMatching()
  // What was chosen when the button was pressed: the list changes with the run.
  const [asked, setAsked] = useState<Omit<DialogProps, 'onClose' | 'onDone'>>()
  const restoreChosen = () => {
    if (isAll && hasBulk(kind)) return setAsked({ kind, filter: filterValues, count: total })
    restore(selected)
    onUnselectItems()
  }
  return (
    <>
      <CommandButton variant="outlined" icon={RotateCcw} loading={busy} onClick={restoreChosen}>
        {translate('trash.restore')}
      </CommandButton>
      {asked && <RestoreAllDialog {...asked} onClose={() => setAsked(undefined)} onDone={onUnselectItems} />}
    </>
  )
}

interface DialogProps {
  kind: BulkResource
  filter: object
  /** How many records are chosen. */
  count: number
  onClose: () => void
  onDone: () => void
}

const RestoreAllDialog = ({ kind, filter, count, ...dialog }: DialogProps) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  return (
    <BulkDialog
      {...dialog}
      resource={kind}
      action="restore"
      chosen={{ matching: matchingOf(kind, filter) }}
      title={translate('trash.many.title', { smart_count: count, count: count.toLocaleString(locale) })}
      confirm={translate('trash.restore')}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('trash.many.hint')}
      </Typography>
    </BulkDialog>
  )
}
