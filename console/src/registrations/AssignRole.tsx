import { Button, Stack } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { RolePicker } from '../features/grants/RolePicker.tsx'
import { useAction } from '../features/mutations/useAction.tsx'
import type { PickerOption } from '../ui/RecordPicker.tsx'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import type { Approved } from './approval.ts'

/** Assigns a role to users who have just been approved. */
export const AssignRole = ({ users, onGiven }: { users: Approved[]; onGiven: () => void }) => {
  const translate = useTranslate()
  const [role, setRole] = useState<PickerOption | null>(null)
  const give = useAction(
    async ({ id, name }: PickerOption) => {
      const members = client.roles.relation(id, 'users')
      const ids = users.map((user) => user.id)
      await members.add(ids)
      onGiven()
      return {
        message: translate('registrations.approval.given', { smart_count: ids.length, role: name }),
        undo: () => members.remove(ids),
      }
    },
    { keepsError: true },
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (role) void give.run(role)
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
        <Button type="submit" variant="contained" disabled={!role} loading={give.busy} sx={{ flex: 'none' }}>
          {translate('registrations.approval.give')}
        </Button>
      </Stack>
    </Stack>
  )
}
