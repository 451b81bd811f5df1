import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

interface Props {
  open: boolean
  title: string
  /** The blast radius, such as "12 users lose …". */
  children?: ReactNode
  /** What the button does, such as "Take the role away". */
  confirm: string
  tone?: 'error' | 'primary'
  busy?: boolean
  /** There is something to do first, which the children say. */
  disabled?: boolean
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone. The button that changes nothing has the focus. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirm,
  tone = 'error',
  busy,
  disabled = false,
  error,
  onConfirm,
  onClose,
}: Props) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open={open} onClose={busy ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {children && (
            <Typography variant="body2" component="div" color="textSecondary">
              {children}
            </Typography>
          )}
          <RefusalNotice error={error} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          color={tone}
          onClick={onConfirm}
          loading={busy ?? false}
          disabled={disabled}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
