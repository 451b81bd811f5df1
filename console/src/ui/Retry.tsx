import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from './RefusalNotice.tsx'

interface Props {
  error: unknown
  retry: () => unknown
  /** What to do next, in place of the default. */
  next?: string | undefined
  /** Another action next to the button. */
  other?: ReactNode
}

/** A load error with a retry button. Renders nothing without an error. */
export const Retry = ({ error, retry, next, other }: Props) => {
  const translate = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    try {
      await retry()
    } catch {
      // The failed query reports its own error.
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

/** The parts of a query that a retry needs. */
export interface Failing {
  data?: unknown
  error: unknown
  refetch: () => unknown
}

/** `<RetryQuery query={query} />` in place of the query's data; renders nothing unless the query failed. */
export const RetryQuery = ({ query }: { query: Failing }) => (
  <Retry error={query.error} retry={query.refetch} />
)
