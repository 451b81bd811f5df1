import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { dayOf, endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import type { Member, Role } from './role.ts'

interface Props {
  role: Role
  member: Member
  onClose: () => void
  onSaved: () => void
}

/** Changes when a user's role expires. */
export const ExpiryDialog = ({ role, member, onClose, onSaved }: Props) => {
  const translate = useTranslate()
  const stored = dayOf(member.pivot?.expires_at)
  const [day, setDay] = useState(stored)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.roles.relation(role.id, 'users').change({ id: member.id, expires_at: endOfDay(day) }),
    onSuccess: onSaved,
  })
  return (
    <ConfirmDialog
      open
      title={translate('roles.members.expiry_title', { name: member.name, role: role.name })}
      confirm={translate('ra.action.save')}
      tone="primary"
      busy={isPending}
      isReady={day === stored || !isPast(day)}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <EndsOn value={day} onChange={setDay} stored={stored} hasHint />
    </ConfirmDialog>
  )
}
