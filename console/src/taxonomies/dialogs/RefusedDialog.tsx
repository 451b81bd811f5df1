import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Conflict } from '../api.ts'
import { Conflicts } from './Conflicts.tsx'

/** A drop that is not possible: why, and how to resolve it. */
export const RefusedDialog = ({ conflicts, onClose }: { conflicts: Conflict[]; onClose: () => void }) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('taxonomies.refused.title')}</DialogTitle>
      <DialogContent>
        <Conflicts conflicts={conflicts} what="move" />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
