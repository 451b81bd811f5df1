import { Button, Paper, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { StickyBar } from '../../ui/StickyBar.tsx'

interface Props {
  submit: string | undefined
  cancelTo: string | undefined
  isDirty: boolean
  isBusy: boolean
  onDiscard: () => void
}

const BAR = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 1,
  px: 2,
  py: 1,
} as const

/** Stays visible while a long form scrolls. */
export const SaveBar = ({ submit, cancelTo, isDirty, isBusy, onDiscard }: Props) => {
  const translate = useTranslate()
  if (submit === undefined && !isDirty) return null
  return (
    <StickyBar sx={{ pb: 2 }}>
      <Paper variant="outlined" sx={BAR}>
        {submit === undefined && (
          <>
            <Typography variant="body2" color="textSecondary" sx={{ mr: 'auto' }}>
              {translate('users.form.unsaved')}
            </Typography>
            <Button onClick={onDiscard} disabled={isBusy} sx={{ flex: 'none' }}>
              {translate('ui.form.discard')}
            </Button>
          </>
        )}
        {cancelTo !== undefined && (
          <Button component={Link} to={cancelTo} disabled={isBusy} sx={{ flex: 'none' }}>
            {translate('ra.action.cancel')}
          </Button>
        )}
        <Button type="submit" variant="contained" loading={isBusy} sx={{ flex: 'none' }}>
          {submit ?? translate('ra.action.save')}
        </Button>
      </Paper>
    </StickyBar>
  )
}
