import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

interface Props {
  open: boolean
  title: string
  /** What is affected, such as "12 users lose …". */
  children?: ReactNode
  /** Label of the confirm button, such as "Delete". */
  confirm: string
  /** Label of the other button; "Cancel" by default. */
  cancel?: string
  tone?: 'error' | 'primary'
  busy?: boolean
  /** The children begin with a field, which has the focus instead of Cancel. */
  hasField?: boolean
  /** False until a precondition is met, such as typing the record's name. */
  isReady?: boolean
  error?: unknown
  /** Shows the latest version of what the dialog changes, after a concurrent change. */
  onReload?: () => void
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that cannot be undone. Cancel has the focus, unless a field must be filled first. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirm,
  cancel,
  tone = 'error',
  busy,
  hasField = false,
  isReady = true,
  error,
  onReload,
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
          <RefusalNotice error={error} onReload={onReload} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy} autoFocus={!hasField}>
          {cancel ?? translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          color={tone}
          onClick={onConfirm}
          loading={busy ?? false}
          disabled={!isReady}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
