import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

interface Props {
  title: string
  submit: string
  busy: boolean
  error: unknown
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** Another action beside the buttons. */
  other?: ReactNode
  /** The form has no field that takes the focus. */
  focusSubmit?: boolean
  children: ReactNode
}

/** A form of a few fields in a dialog. */
export const FormDialog = ({
  title,
  submit,
  busy,
  error,
  onSubmit,
  onClose,
  other,
  focusSubmit = false,
  children,
}: Props) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <RefusalNotice error={error} />
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          {other}
          <Button onClick={onClose} disabled={busy}>
            {translate('ra.action.cancel')}
          </Button>
          <Button
            // Made anew, as a button takes the focus when it is made.
            key={String(focusSubmit)}
            type="submit"
            variant="contained"
            loading={busy}
            autoFocus={focusSubmit}
          >
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
