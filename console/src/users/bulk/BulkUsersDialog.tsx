import { Typography } from '@mui/material'
import type { BulkAction, BulkReport } from '@rolecall/client'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { BulkDialog } from '../../features/bulk/BulkDialog.tsx'
import { useBulkRun } from '../../features/bulk/useBulkRun.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { endOfDay, isPast } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { type Chosen, endOfPeriod, matchingOf } from './selection.ts'

export type UserAction = BulkAction<'users'>

/** The caller is left out of what would lock them out. */
const SPARES_CALLER: readonly UserAction[] = ['deactivate', 'delete']
const OF_ROLE: readonly UserAction[] = ['assign-role', 'remove-role']
const WITH_END: readonly UserAction[] = ['assign-role', 'renew-roles']
const TAKES: readonly UserAction[] = ['deactivate', 'delete', 'remove-role']

interface Props {
  action: UserAction
  chosen: Chosen
  /** How many users are chosen. */
  count: number
  onClose: () => void
  onDone: () => void
}

/** One action on many users, each by itself, with a report. */
export const BulkUsersDialog = ({ action, chosen, count, onClose, onDone }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const me = useMe().user.id
  const run = useBulkRun()
  const [role, setRole] = useState<PickerOption | null>(null)
  const [day, setDay] = useState('')
  const needsRole = OF_ROLE.includes(action)
  const hasEnd = WITH_END.includes(action)
  const isReady = (!needsRole || role !== null) && !isPast(day) && (action !== 'renew-roles' || day !== '')
  const numbers = { smart_count: count, count: count.toLocaleString(locale) }
  const input = {
    ...selectionOf(chosen, SPARES_CALLER.includes(action) ? me : undefined),
    ...(needsRole && { role: role?.id }),
    ...(hasEnd && { expires_at: endOfDay(day) }),
    ...(action === 'renew-roles' && endingBefore(chosen)),
  }
  const begin = () =>
    void run.run(
      (after): AsyncIterable<BulkReport> =>
        client.users.bulkAll(action, input as never, after === undefined ? {} : { after }),
    )
  const close = () => {
    onClose()
    if (run.stage === 'ended') onDone()
  }
  const verb = translate(`users.many.${action}.run`)
  return (
    <BulkDialog
      title={translate(`users.many.${action}.title`, numbers)}
      confirm={verb}
      tone={TAKES.includes(action) ? 'error' : 'primary'}
      isReady={isReady}
      run={run}
      pathOf={(id) => `/users/${id}`}
      onConfirm={begin}
      onClose={close}
    >
      {needsRole && <RolePicker value={role} onChange={setRole} autoFocus />}
      {hasEnd && <EndsOn value={day} onChange={setDay} hasHint={action === 'assign-role'} />}
      <Typography variant="body2" color="textSecondary">
        {translate(`users.many.${action}.hint`, numbers)}
      </Typography>
    </BulkDialog>
  )
}

const selectionOf = (chosen: Chosen, without: number | undefined) =>
  'filter' in chosen ? { matching: matchingOf(chosen.filter, without) } : chosen

/** Renews what the list was filtered for, not roles that end later. */
const endingBefore = (chosen: Chosen) =>
  'filter' in chosen && chosen.filter.ends_within !== undefined
    ? { ending_before: endOfPeriod(chosen.filter.ends_within) }
    : {}
