import { Skeleton } from '@mui/material'
import { useTranslate } from 'react-admin'
import { type Crumb, PageHeader } from './PageHeader.tsx'
import { type Failing, RetryQuery } from './Retry.tsx'

interface Props {
  /** The kind of record. */
  title: string
  crumbs: Crumb[]
  query: Failing
}

/** The page of a record that is loading, or could not be loaded. */
export const PendingRecord = ({ title, crumbs, query }: Props) => {
  const translate = useTranslate()
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      {query.error ? (
        <RetryQuery query={query} />
      ) : (
        <Skeleton variant="rounded" height={320} aria-label={translate('ra.page.loading')} />
      )}
    </>
  )
}
