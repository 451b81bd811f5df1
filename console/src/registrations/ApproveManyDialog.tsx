import { Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { BulkDialog } from '../features/bulk/BulkDialog.tsx'
import type { Chosen } from '../features/bulk/selection.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { endOfDay, isPast, shownDay } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { useDefaultRole } from './useDefaultRole.ts'

interface Props {
  chosen: Chosen
  /** How many registrations are chosen. */
  count: number
  onClose: () => void
  onDone: () => void
}

/** Approves many registrations, each by itself and together with the role, with a report. */
export const ApproveManyDialog = ({ count, ...dialog }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const may = useMay()
  const byDefault = useDefaultRole()
  const [role, setRole] = useState<PickerOption | null>(null)
  const [day, setDay] = useState('')
  const numbers = { smart_count: count, count: count.toLocaleString(locale) }
  return (
    <BulkDialog
      {...dialog}
      resource="registrations"
      action="create-user"
      // An end without a role is refused.
      fields={role ? { roles: [role.id], expires_at: endOfDay(day) } : {}}
      title={translate('registrations.approval.ask', numbers)}
      confirm={translate('registrations.approve')}
      isReady={role === null || !isPast(day)}
      changed={
        role
          ? (counted) =>
              translate(`registrations.approval.${day === '' ? 'done_with' : 'done_until'}`, {
                ...counted,
                role: role.name,
                day: shownDay(day, locale),
              })
          : (counted) => translate('registrations.approval.done', counted)
      }
    >
      <Typography variant="body2" color="textSecondary">
        {translate('registrations.approval.ask_text', { role: byDefault })}
      </Typography>
      {may('users', 'roles.write') && may('roles', 'list') && (
        <RolePicker
          value={role}
          onChange={setRole}
          label={translate('registrations.approval.role')}
          hint={translate('registrations.approval.role_hint', { role: byDefault })}
          autoFocus
        />
      )}
      {role && <EndsOn value={day} onChange={setDay} hasHint />}
    </BulkDialog>
  )
}
