import { CalendarClock, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useBulkLockReason } from '../features/grants/useBulkLockReason.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { endOfDay, isPast, shownDay } from '../ui/days.ts'
import { EndsOn } from '../ui/EndsOn.tsx'
import { useSelected } from '../ui/list/useSelected.ts'
import type { Member, Role } from './role.ts'

/** Links as they are, to bring them back. */
const linksOf = (members: readonly Member[]) =>
  members.map(({ id, pivot }) => ({
    id,
    is_active: pivot?.is_active ?? true,
    expires_at: pivot?.expires_at ?? null,
  }))

/** Actions for the selected users of a role: each in one call, for all of them or none. */
export const MemberActions = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const { onUnselectItems } = useListContext<Member>()
  const members = useSelected<Member>()
  const reason = useBulkLockReason(members)
  const [isEnding, setEnding] = useState(false)
  const links = client.roles.relation(role.id, 'users')
  const removal = useAction(
    async () => {
      await links.remove(members.map(({ id }) => id))
      onUnselectItems()
      return {
        message: translate('roles.members.taken_many', { smart_count: members.length }),
        undo: () => links.add(linksOf(members)),
      }
    },
    { waits: true },
  )
  return (
    <>
      <CommandButton reason={reason} variant="outlined" icon={CalendarClock} onClick={() => setEnding(true)}>
        {translate('roles.members.set_end')}
      </CommandButton>
      <CommandButton
        reason={reason}
        variant="outlined"
        color="error"
        icon={UserMinus}
        loading={removal.busy}
        onClick={() => void removal.run()}
      >
        {translate('roles.members.take_many')}
      </CommandButton>
      {isEnding && <EndDialog role={role} members={members} onClose={() => setEnding(false)} />}
    </>
  )
}

interface EndProps {
  role: Role
  members: Member[]
  onClose: () => void
}

const EndDialog = ({ role, members, onClose }: EndProps) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { onUnselectItems } = useListContext<Member>()
  const [day, setDay] = useState('')
  const links = client.roles.relation(role.id, 'users')
  const smart_count = members.length
  const change = useAction(
    async () => {
      await links.change(members.map(({ id }) => ({ id, expires_at: endOfDay(day) })))
      onClose()
      onUnselectItems()
      const key = day === '' ? 'roles.members.unending' : 'roles.members.ending'
      return {
        message: translate(key, { smart_count, day: shownDay(day, locale) }),
        undo: () => links.change(linksOf(members)),
      }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('roles.members.end_title', { role: role.name, smart_count })}
      confirm={translate('ra.action.save')}
      tone="primary"
      busy={change.busy}
      isReady={!isPast(day)}
      error={change.error}
      onConfirm={() => void change.run()}
      onClose={onClose}
    >
      <EndsOn value={day} onChange={setDay} hasHint />
    </ConfirmDialog>
  )
}
