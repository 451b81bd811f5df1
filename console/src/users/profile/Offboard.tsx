import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import type { User } from '../user.ts'
import { changesOfUser, rolesQuery } from './queries.ts'
import { restoreOffboarding } from './restoreOffboarding.ts'

interface Props {
  user: User
  /** Why the caller may not change the user. */
  reason: string | undefined
}

/** Ends all access of a user in one step. */
export const Offboard = ({ user, reason }: Props) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CommandButton reason={reason} isGrave variant="outlined" icon={UserX} onClick={() => setOpen(true)}>
        {translate('users.offboarding.run')}
      </CommandButton>
      {isOpen && <OffboardDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

const OffboardDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const translate = useTranslate()
  const mayRead = useMay()('users', 'roles.read', user)
  const query = useQuery({ ...rolesQuery(user.id), enabled: mayRead })
  const { data: roles } = query
  const end = useAction(
    async () => {
      const path = { column: 'id', value: String(user.id) } as const
      const { offboarding } = await client.request('POST', '/api/users/{column}/{value}/offboard', { path })
      onClose()
      return {
        message: translate('users.offboarding.done', { name: user.name }),
        undo: () => restoreOffboarding(user.id, offboarding.id),
        undone: translate('users.offboarding.restored', { name: user.name }),
      }
    },
    { ...changesOfUser(user.id), keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('users.offboarding.title', { name: user.name })}
      confirm={translate('users.offboarding.confirm')}
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run()}
      onClose={onClose}
    >
      <p>{translate('users.offboarding.at_once')}</p>
      <ul>
        <li>{translate('users.offboarding.account')}</li>
        <li>{translate('users.offboarding.tokens')}</li>
        {roles && (
          <li>
            {roles.length === 0
              ? translate('users.offboarding.no_roles')
              : translate('users.offboarding.roles', { roles: roles.map(({ name }) => name).join(', ') })}
          </li>
        )}
      </ul>
      <RetryQuery query={query} />
      <p>{translate('users.offboarding.kept')}</p>
    </ConfirmDialog>
  )
}
