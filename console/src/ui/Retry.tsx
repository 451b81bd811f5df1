import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

/** What could not be loaded, and a button that tries again. */
export const Retry = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const translate = useTranslate()
  return (
    <RefusalNotice
      error={error}
      action={
        <Button color="inherit" onClick={() => retry()}>
          {translate('ui.try_again')}
        </Button>
      }
    />
  )
}
