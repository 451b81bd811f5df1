import { useTranslate } from 'react-admin'
import { Navigate } from 'react-router-dom'
import { PageHeader } from '../ui/PageHeader.tsx'
import { type Failing, RetryQuery } from '../ui/Retry.tsx'

interface Props {
  query: Failing
  /** Where the record is in the tree, once it is loaded. */
  inTree: string | undefined
}

/** Leads to a term or a type in its tree. */
export const TreeRedirect = ({ query, inTree }: Props) => {
  const translate = useTranslate()
  if (inTree !== undefined) return <Navigate to={inTree} replace />
  return (
    <>
      <PageHeader title={translate('taxonomies.title')} />
      <RetryQuery query={query} />
    </>
  )
}
