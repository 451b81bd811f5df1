import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { changeAssignment } from '../features/grants/changeAssignment.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { dayOf, endOfDay, isPast } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import type { Member, Role } from './role.ts'

interface Props {
  role: Role
  /** The latest version; the dialog shows the one that it was opened with. */
  member: Member
  onClose: () => void
}

const expiryOf = ({ pivot }: Member) => pivot?.expires_at ?? null

/** Changes when a user's role expires. */
export const ExpiryDialog = ({ role, member, onClose }: Props) => {
  const translate = useTranslate()
  const [expiresAt, setExpiresAt] = useState(expiryOf(member))
  const stored = dayOf(expiresAt)
  const [day, setDay] = useState(stored)
  const { busy, error, run, forget } = useAction(
    async () => {
      await changeAssignment(member.id, role.id, { expires_at: expiresAt }, { expires_at: endOfDay(day) })
      onClose()
      return undefined
    },
    { keepsError: true },
  )
  const reload = () => {
    setExpiresAt(expiryOf(member))
    setDay(dayOf(expiryOf(member)))
    forget()
  }
  return (
    <ConfirmDialog
      open
      title={translate('roles.members.expiry_title', { name: member.name, role: role.name })}
      confirm={translate('ra.action.save')}
      tone="primary"
      busy={busy}
      isReady={day === stored || !isPast(day)}
      error={error}
      onReload={reload}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <EndsOn value={day} onChange={setDay} stored={stored} hasHint />
    </ConfirmDialog>
  )
}
