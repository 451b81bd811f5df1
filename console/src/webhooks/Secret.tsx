import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { CopyField } from '../ui/CopyField.tsx'

interface Props {
  secret: string
  onClose: () => void
}

/** A new secret, which cannot be shown again: only the button closes the dialog. */
export const Secret = ({ secret, onClose }: Props) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{translate('webhooks.secret.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Alert severity="warning">{translate('webhooks.secret.once')}</Alert>
          <CopyField label={translate('webhooks.secret.label')} value={secret} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('webhooks.secret.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
