import { Typography } from '@mui/material'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { BulkDialog } from '../features/bulk/BulkDialog.tsx'
import { type Chosen, matchingOf } from '../features/bulk/selection.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { useAllMatching } from '../ui/list/allMatching.ts'
import { useSelected } from '../ui/list/useSelected.ts'
import { ApproveManyDialog } from './ApproveManyDialog.tsx'
import { isPendingApproval, type Registration } from './approval.ts'
import { stateOf } from './RegistrationTabs.tsx'
import { useRejection } from './useRejection.ts'

/** Approval and rejection of the selected registrations, or of all that the list has. */
export const ManyActions = () => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const may = useMay()
  const { selectedIds, filterValues, total = 0, onUnselectItems } = useListContext<Registration>()
  const { isAll } = useAllMatching()
  const pending = useSelected<Registration>().filter(isPendingApproval)
  const rejection = useRejection(onUnselectItems)
  // What was chosen when the button was pressed: the list changes with the run.
  const [asked, setAsked] = useState<{ action: 'approve' | 'reject' } & Many>()
  const all = { chosen: { matching: matchingOf('registrations', filterValues) }, count: total }
  const toApprove = isAll ? all : { chosen: { ids: pending.map(({ id }) => id) }, count: pending.length }
  const isNonePending = isAll ? stateOf(filterValues) === 'approved' : pending.length === 0
  const ids = selectedIds as number[]
  const counted = (count: number) => ({ count: count.toLocaleString(locale) })
  const dialog = { onClose: () => setAsked(undefined), onDone: onUnselectItems }
  return (
    <>
      {may('registrations', 'bulk-create-user') && (
        <CommandButton
          variant="contained"
          icon={Check}
          onClick={() => setAsked({ action: 'approve', ...toApprove })}
          disabled={isNonePending}
        >
          {translate('registrations.approve_many', counted(toApprove.count))}
        </CommandButton>
      )}
      {may('registrations', isAll ? 'bulk-delete' : 'delete') && (
        <CommandButton
          variant="outlined"
          icon={X}
          isGrave
          onClick={() => (isAll ? setAsked({ action: 'reject', ...all }) : rejection.trash(ids))}
          loading={rejection.busy}
        >
          {translate('registrations.reject_many', counted(isAll ? total : ids.length))}
        </CommandButton>
      )}
      {rejection.dialog}
      {asked?.action === 'approve' && <ApproveManyDialog {...asked} {...dialog} />}
      {asked?.action === 'reject' && <RejectManyDialog {...asked} {...dialog} />}
    </>
  )
}

interface Many {
  chosen: Chosen
  /** How many registrations are chosen. */
  count: number
}

const RejectManyDialog = ({ count, ...dialog }: Many & { onClose: () => void; onDone: () => void }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  return (
    <BulkDialog
      {...dialog}
      resource="registrations"
      action="delete"
      title={translate('registrations.rejection.many', {
        smart_count: count,
        count: count.toLocaleString(locale),
      })}
      confirm={translate('registrations.reject')}
      tone="error"
    >
      <Typography variant="body2" color="textSecondary">
        {translate('registrations.rejection.hint')}
      </Typography>
    </BulkDialog>
  )
}
