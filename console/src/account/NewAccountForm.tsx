import { Stack } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { passwordHint } from '../ui/passwordHint.ts'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'
import { useSubmission } from '../ui/useSubmission.ts'

interface NewAccount {
  first_name: string
  last_name?: string
  email: string
  password: string
}

interface Props {
  send: (account: NewAccount) => Promise<unknown>
  /** Label of the submit button. */
  action: (busy: boolean) => ReactNode
}

/** The form for a person's own new account. */
export const NewAccountForm = ({ send, action }: Props) => {
  const translate = useTranslate()
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const labels = {
    first_name: translate('account.first_name'),
    last_name: translate('account.last_name'),
    email: translate('account.email'),
    password: translate('account.password'),
  }
  const { busy, error, fieldOf, onSubmit } = useSubmission(
    () =>
      send({
        first_name: firstName.trim(),
        ...(lastName.trim() !== '' && { last_name: lastName.trim() }),
        email: email.trim(),
        password,
      }),
    labels,
  )
  return (
    <Stack component="form" onSubmit={onSubmit} noValidate sx={{ gap: 2 }}>
      <RefusalNotice error={error} />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <Field
          {...fieldOf('first_name')}
          value={firstName}
          onChange={setFirstName}
          autoComplete="given-name"
          autoFocus
          required
        />
        <Field {...fieldOf('last_name')} value={lastName} onChange={setLastName} autoComplete="family-name" />
      </Stack>
      <Field
        {...fieldOf('email')}
        value={email}
        onChange={setEmail}
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField
        {...fieldOf('password')}
        value={password}
        onChange={setPassword}
        hint={translate(...passwordHint(password))}
        autoComplete="new-password"
        required
      />
      {action(busy)}
    </Stack>
  )
}
