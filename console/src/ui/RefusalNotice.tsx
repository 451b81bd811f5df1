import { Alert, Box, Button, Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { useTranslate } from 'react-admin'
import { refusalOf } from './refusal.ts'

interface Props {
  error: unknown
  action?: ReactNode
  /** Shows the latest version, if the error is that there is one. */
  onReload?: (() => unknown) | undefined
  /** What to do next, if the status suggests the wrong advice; null for none. */
  next?: string | null
  /** For the focus, which also scrolls the notice into view. */
  ref?: Ref<HTMLDivElement>
}

/** The service's error messages, and what to do next. Renders nothing without an error. */
export const RefusalNotice = ({ error, action, onReload, next: override, ref }: Props) => {
  const translate = useTranslate()
  if (error === null || error === undefined) return null
  const { messages, next: usual, status, requestId } = refusalOf(error)
  const next = override === undefined || status === undefined ? usual && translate(usual) : override
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      severity={status === 412 || status === 503 ? 'warning' : 'error'}
      action={
        status === 412 && onReload ? (
          <Button onClick={() => void onReload()}>{translate('ui.form.reload')}</Button>
        ) : (
          action
        )
      }
      role="alert"
      // Below the top bar.
      sx={{ scrollMarginTop: 64 }}
    >
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
