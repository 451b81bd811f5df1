import { CircleCheck, CircleSlash, Trash2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { ViewOnly } from '../../features/grants/ViewOnly.tsx'
import { useAction } from '../../features/mutations/useAction.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { addressOf } from '../../ui/listAddresses.ts'
import { useLeave } from '../../ui/useLeave.ts'
import { RestoreButton } from '../RestoreButton.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { useUserTrash } from '../useUserTrash.ts'
import { Offboard } from './Offboard.tsx'
import { changesOfUser } from './queries.ts'
import { SendReset } from './SendReset.tsx'
import { useOffboarding } from './useOffboarding.ts'

/** Actions on the whole account. */
export const Actions = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const me = useMe()
  const leave = useLeave(`/users/${user.id}`)
  const bin = useUserTrash(() => leave(may('users', 'list') ? addressOf('/users') : '/'), user.id)
  const toggle = useAction(async () => {
    const isActive = !user.is_active
    await client.users.update(user.id, { is_active: isActive })
    return {
      message: translate(isActive ? 'users.bulk.activated' : 'users.bulk.deactivated', { smart_count: 1 }),
      undo: () => client.users.update(user.id, { is_active: !isActive }),
    }
  }, changesOfUser(user.id))
  const isOffboarded = useOffboarding(user).last !== undefined
  const beyond = useLockReason(user)
  const isSelf = user.id === me.user.id
  const reason = isSelf ? translate('users.lock.self') : beyond
  if (user.deleted_at !== null) {
    return may('users', 'restore') && <RestoreButton ids={[user.id]} variant="contained" reason={reason} />
  }
  const Toggle = user.is_active ? CircleSlash : CircleCheck
  return (
    <>
      {!isSelf && <ViewOnly subject="user" />}
      {may('users', 'send-reset') && !isSelf && <SendReset user={user} beyond={beyond} />}
      {may('users', 'update') && (
        <CommandButton
          reason={reason}
          isGrave={user.is_active}
          variant="outlined"
          icon={Toggle}
          loading={toggle.busy}
          onClick={() => void toggle.run()}
        >
          {translate(`users.${user.is_active ? 'deactivate' : isOffboarded ? 'activate_bare' : 'activate'}`)}
        </CommandButton>
      )}
      {may('users', 'offboard') && user.is_active && <Offboard user={user} reason={reason} />}
      {may('users', 'delete') && (
        <CommandButton
          reason={reason}
          isGrave
          variant="outlined"
          icon={Trash2}
          loading={bin.busy}
          onClick={() => bin.trash([user.id], user.name)}
        >
          {translate('users.trash')}
        </CommandButton>
      )}
      {bin.dialog}
    </>
  )
}
