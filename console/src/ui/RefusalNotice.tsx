import { Alert, Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { refusalOf } from './refusal.ts'

interface Props {
  error: unknown
  action?: ReactNode
  /** What to do next, if the status suggests the wrong advice; null for none. */
  next?: string | null
}

/** The service's error messages, and what to do next. Renders nothing without an error. */
export const RefusalNotice = ({ error, action, next: override }: Props) => {
  const translate = useTranslate()
  if (error === null || error === undefined) return null
  const { messages, next: usual, status, requestId } = refusalOf(error)
  const next = override === undefined || status === undefined ? usual && translate(usual) : override
  return (
    <Alert severity={status === 412 || status === 503 ? 'warning' : 'error'} action={action} role="alert">
      {messages.map((message) => (
        <Box key={message}>{message}</Box>
      ))}
      {next && <Typography variant="body2">{next}</Typography>}
      {status !== undefined && status >= 500 && requestId && (
        <Typography variant="caption" color="textSecondary">
          {translate('ui.refusal.request', { id: requestId })}
        </Typography>
      )}
    </Alert>
  )
}
