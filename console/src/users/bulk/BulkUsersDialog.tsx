import { Typography } from '@mui/material'
import type { BulkAction } from '@rolecall/client'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { BulkDialog } from '../../features/bulk/BulkDialog.tsx'
import { type Chosen, sparing } from '../../features/bulk/selection.ts'
import { RolePicker } from '../../features/grants/RolePicker.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { endOfDay, isPast, shownDay } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import type { PickerOption } from '../../ui/RecordPicker.tsx'
import { ofPeriod } from './selection.ts'

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
  /** Days within which a role ends, of the filter that found the users. */
  within?: string | undefined
  onClose: () => void
  onDone: () => void
}

/** One action on many users, each by itself, with a report. */
export const BulkUsersDialog = ({ action, chosen, count, within, onClose, onDone }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const me = useMe().user.id
  const [role, setRole] = useState<PickerOption | null>(null)
  const [day, setDay] = useState('')
  const needsRole = OF_ROLE.includes(action)
  const hasEnd = WITH_END.includes(action)
  const isReady = (!needsRole || role !== null) && !isPast(day) && (action !== 'renew-roles' || day !== '')
  const numbers = { smart_count: count, count: count.toLocaleString(locale) }
  const fields = {
    ...(needsRole && { role: role?.id }),
    ...(hasEnd && { expires_at: endOfDay(day) }),
    ...(action === 'renew-roles' && endingBefore(chosen, within)),
  }
  const done = action === 'assign-role' && day !== '' ? 'done_until' : 'done'
  const changed = (counted: object) =>
    translate(`users.many.${action}.${done}`, { ...counted, role: role?.name, day: shownDay(day, locale) })
  const verb = translate(`users.many.${action}.run`)
  return (
    <BulkDialog
      resource="users"
      action={action}
      chosen={SPARES_CALLER.includes(action) ? sparing(chosen, me) : chosen}
      fields={fields}
      title={translate(`users.many.${action}.title`, numbers)}
      confirm={verb}
      tone={TAKES.includes(action) ? 'error' : 'primary'}
      isReady={isReady}
      changed={needsRole || hasEnd ? changed : undefined}
      onClose={onClose}
      onDone={onDone}
    >
      {needsRole && <RolePicker value={role} onChange={setRole} autoFocus />}
      {hasEnd && (
        <EndsOn value={day} onChange={setDay} hasHint={action === 'assign-role'} autoFocus={!needsRole} />
      )}
      <Typography variant="body2" color="textSecondary">
        {action === 'renew-roles' && within !== undefined
          ? translate('users.many.renew-roles.hint_within', { smart_count: Number(within) })
          : translate(`users.many.${action}.hint`, numbers)}
      </Typography>
    </BulkDialog>
  )
}

/** Renews what the list was filtered for, not roles that end later. */
function endingBefore(chosen: Chosen, within: string | undefined) {
  const { access_ends_before: end } = 'matching' in chosen ? chosen.matching : ofPeriod(within)
  return end === undefined ? {} : { ending_before: end }
}
