import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

interface Props {
  error: unknown
  retry: () => unknown
  /** Another word on what to do next. */
  next?: string | undefined
  /** Another way out, beside the button. */
  other?: ReactNode
}

/** What could not be loaded, and a button that tries again. Nothing where there is no error. */
export const Retry = ({ error, retry, next, other }: Props) => {
  const translate = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    try {
      await retry()
    } catch {
      // What failed tells so itself.
    } finally {
      setBusy(false)
    }
  }
  return (
    <RefusalNotice
      error={error}
      {...(next !== undefined && { next })}
      action={
        <>
          {other}
          <Button color="inherit" onClick={() => void onClick()} loading={isBusy} sx={{ flex: 'none' }}>
            {translate('ui.try_again')}
          </Button>
        </>
      }
    />
  )
}

/** What of a query there is to know. */
export interface Failing {
  data?: unknown
  error: unknown
  refetch: () => unknown
}

/** `<RetryQuery query={query} />` where what it should have brought would stand; nothing unless it failed. */
export const RetryQuery = ({ query }: { query: Failing }) => (
  <Retry error={query.error} retry={query.refetch} />
)
