import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { User } from '../user.ts'

interface Props {
  user: User
  /** Why the caller may not change the user. */
  beyond: string | undefined
}

/** Mails a user a link to a new password, in place of choosing one for them. */
export const SendReset = ({ user, beyond }: Props) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const reason = beyond ?? (user.is_active ? undefined : translate('users.reset.inactive'))
  return (
    <>
      <CommandButton
        reason={reason}
        variant="outlined"
        icon={MailPlus}
        words={translate('users.password.words')}
        onClick={() => setOpen(true)}
      >
        {translate('users.reset.run')}
      </CommandButton>
      {isOpen && <SendResetDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

const SendResetDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const translate = useTranslate()
  const { is_mail_sent: isSent } = useMe()
  const { id, name, email } = user
  const send = useAction(
    async () => {
      const path = { column: 'id', value: String(id) } as const
      await client.request('POST', '/api/users/{column}/{value}/send-reset', { path })
      onClose()
      return { message: translate('users.reset.done', { name }) }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('users.reset.title', { name })}
      confirm={translate('users.reset.confirm')}
      tone="primary"
      busy={send.busy}
      error={send.error}
      onConfirm={() => void send.run()}
      onClose={onClose}
    >
      <p>
        {email ? translate('users.reset.to', { email }) : translate('users.reset.to_hidden')}{' '}
        {translate('users.reset.text')}
      </p>
      {isSent === false && <p>{translate('mails.unsent.banner')}</p>}
    </ConfirmDialog>
  )
}
