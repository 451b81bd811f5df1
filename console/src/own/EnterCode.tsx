import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useSubmission } from '../ui/useSubmission.ts'
import type { PendingCode } from './pendingCode.ts'

interface Props {
  code: PendingCode
  /** Has another mail sent. */
  onResend: () => void
  isResending: boolean
  onConfirmed: () => void
  onClose: () => void
}

/** Takes the digits of a mail that was asked for. */
export const EnterCode = ({ code, onResend, isResending, onConfirmed, onClose }: Props) => {
  const translate = useTranslate()
  const change = useChange()
  const notifier = useNotifier()
  const [digits, setDigits] = useState('')
  const { email, request, isNew } = code
  const { fieldOf, ...form } = useSubmission(
    async () => {
      await change(() =>
        client.request('POST', '/api/email/confirm', { body: { code: digits.trim(), request } }),
      )
      notifier.done({ message: translate(isNew ? 'own.changed' : 'own.verified', { email }) })
      onConfirmed()
    },
    { code: translate('own.code') },
  )
  return (
    <FormDialog
      {...form}
      title={translate('own.enter_code')}
      submit={translate(isNew ? 'own.confirm' : 'own.verify')}
      onClose={onClose}
      other={
        <Button onClick={onResend} loading={isResending} sx={{ mr: 'auto' }}>
          {translate('own.resend')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.code_sent', { email })}
      </Typography>
      <Field
        {...fieldOf('code')}
        value={digits}
        onChange={setDigits}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={translate('own.code_hint')}
        autoFocus
        required
      />
    </FormDialog>
  )
}
