import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { dayOf, endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import type { Member, Role } from './role.ts'

interface Props {
  role: Role
  member: Member
  onClose: () => void
}

/** Changes when a user's role expires. */
export const ExpiryDialog = ({ role, member, onClose }: Props) => {
  const translate = useTranslate()
  const stored = dayOf(member.pivot?.expires_at)
  const [day, setDay] = useState(stored)
  const { busy, error, run } = useAction(
    async () => {
      await client.roles.relation(role.id, 'users').change({ id: member.id, expires_at: endOfDay(day) })
      onClose()
      return undefined
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('roles.members.expiry_title', { name: member.name, role: role.name })}
      confirm={translate('ra.action.save')}
      tone="primary"
      busy={busy}
      isReady={day === stored || !isPast(day)}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <EndsOn value={day} onChange={setDay} stored={stored} hasHint />
    </ConfirmDialog>
  )
}
