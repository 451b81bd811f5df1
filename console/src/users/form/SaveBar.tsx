import { Button, Paper, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'

interface Props {
  submit: string | undefined
  isDirty: boolean
  isBusy: boolean
  onDiscard: () => void
}

/** Stays visible while a long form scrolls. */
export const SaveBar = ({ submit, isDirty, isBusy, onDiscard }: Props) => {
  const translate = useTranslate()
  if (submit === undefined && !isDirty) return null
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        px: 2,
        py: 1,
      }}
    >
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
      <Button type="submit" variant="contained" loading={isBusy} sx={{ flex: 'none' }}>
        {submit ?? translate('ra.action.save')}
      </Button>
    </Paper>
  )
}
