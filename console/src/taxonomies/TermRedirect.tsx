import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Navigate, useParams } from 'react-router-dom'
import { client } from '../api/session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RefusalNotice } from '../ui/RefusalNotice.tsx'

/** `/taxonomies/12` is that term in its tree. */
export const TermRedirect = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const { data, error } = useQuery({
    queryKey: ['taxonomies', 'address', id],
    queryFn: ({ signal }) => client.taxonomies.get(id, { signal }),
  })
  if (data) return <Navigate to={`/taxonomies?type=${data.type?.slug}&term=${data.id}`} replace />
  return (
    <>
      <PageHeader title={translate('taxonomies.title')} />
      <RefusalNotice error={error} />
    </>
  )
}
