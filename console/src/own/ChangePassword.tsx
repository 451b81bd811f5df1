import { Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { passwordHint } from '../ui/passwordHint.ts'
import { useSubmission } from '../ui/useSubmission.ts'
import { CurrentPassword, sentPassword } from './CurrentPassword.tsx'
import type { User } from './user.ts'

/** Changes one's own password with the current one. */
export const ChangePassword = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const translate = useTranslate()
  const change = useChange()
  const notifier = useNotifier()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const labels = {
    current_password: translate('people.fields.current_password'),
    password: translate('own.new_password'),
  }
  const { fieldOf, ...form } = useSubmission(async () => {
    await change(() =>
      client.request('POST', '/api/password/change', {
        body: { password, ...sentPassword(current) },
      }),
    )
    notifier.done({ message: translate('own.password_changed') })
    onClose()
  }, labels)
  return (
    <FormDialog
      {...form}
      title={translate('own.change_password')}
      submit={translate('own.change_password')}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.password_ends')}
      </Typography>
      {/* Password managers find the account by it. */}
      <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <CurrentPassword {...fieldOf('current_password')} value={current} onChange={setCurrent} autoFocus />
      <PasswordField
        {...fieldOf('password')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint={translate(...passwordHint(password))}
        required
      />
    </FormDialog>
  )
}
