import { Button, Popover, Typography } from '@mui/material'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'

/** Explains why permissions cannot be created here. */
export const Help = () => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<CircleHelp size={15} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
      >
        {translate('permissions.help')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': translate('permissions.help'), sx: { p: 2, maxWidth: 380 } },
        }}
      >
        <Typography variant="body2">{translate('permissions.declared')}</Typography>
      </Popover>
    </>
  )
}
