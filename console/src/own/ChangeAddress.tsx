import { Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useSubmission } from '../ui/useSubmission.ts'
import { CurrentPassword, sentPassword } from './CurrentPassword.tsx'
import type { PendingCode } from './pendingCode.ts'

interface Props {
  /** What was asked for before. */
  pending: PendingCode | undefined
  onAsked: (code: PendingCode) => void
  onClose: () => void
}

/** Asks for a mail to a new address of one's own. The address changes when its code is used. */
export const ChangeAddress = ({ pending, onAsked, onClose }: Props) => {
  const translate = useTranslate()
  const change = useChange()
  const [email, setEmail] = useState(pending?.isNew ? pending.email : '')
  const [current, setCurrent] = useState('')
  const labels = {
    email: translate('own.new_email'),
    current_password: translate('people.fields.current_password'),
  }
  const { fieldOf, ...form } = useSubmission(async () => {
    const to = email.trim()
    const { request } = await change(() =>
      client.request('POST', '/api/email/change', {
        body: { email: to, ...sentPassword(current) },
      }),
    )
    onAsked({ email: to, request, isNew: true, askedAt: Date.now() })
  }, labels)
  return (
    <FormDialog
      {...form}
      title={translate('own.change_email')}
      submit={translate('own.send_code')}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.email_explained')}
      </Typography>
      <Field
        {...fieldOf('email')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        autoFocus
        required
      />
      <CurrentPassword {...fieldOf('current_password')} value={current} onChange={setCurrent} />
    </FormDialog>
  )
}
