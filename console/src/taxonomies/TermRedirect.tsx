import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Navigate, useParams } from 'react-router-dom'
import { client } from '../api/session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RetryQuery } from '../ui/Retry.tsx'

/** Redirects `/taxonomies/12` to the term in its tree. */
export const TermRedirect = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['taxonomies', 'address', id],
    queryFn: ({ signal }) => client.taxonomies.get(id, { signal }),
  })
  const { data } = query
  if (data) return <Navigate to={`/taxonomies?type=${data.type?.slug}&term=${data.id}`} replace />
  return (
    <>
      <PageHeader title={translate('taxonomies.title')} />
      <RetryQuery query={query} />
    </>
  )
}
