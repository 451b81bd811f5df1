import { Button, Stack } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { useAction } from '../features/mutations/useAction.tsx'
import { endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import type { Approved } from './approval.ts'

/** Assigns a role to a user who has just been approved. */
export const AssignRole = ({ user, onGiven }: { user: Approved; onGiven: () => void }) => {
  const translate = useTranslate()
  const [role, setRole] = useState<PickerOption | null>(null)
  const [day, setDay] = useState('')
  const give = useAction(
    async ({ id, name }: PickerOption) => {
      const members = client.roles.relation(id, 'users')
      await members.add({ id: user.id, expires_at: endOfDay(day) })
      onGiven()
      return {
        message: translate('registrations.approval.given', { role: name }),
        undo: () => members.remove(user.id),
      }
    },
    { keepsError: true },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (role && !isPast(day)) void give.run(role)
  }
  return (
    <Stack component="form" onSubmit={onSubmit} sx={{ gap: 1.5 }}>
      <RefusalNotice error={give.error} />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: { sm: 'center' } }}>
        <RolePicker
          value={role}
          onChange={setRole}
          label={translate('registrations.approval.role')}
          autoFocus
        />
        <Button
          type="submit"
          variant="contained"
          disabled={!role || isPast(day)}
          loading={give.busy}
          sx={{ flex: 'none' }}
        >
          {translate('registrations.approval.give')}
        </Button>
      </Stack>
      {role && <EndsOn value={day} onChange={setDay} hasHint />}
    </Stack>
  )
}
