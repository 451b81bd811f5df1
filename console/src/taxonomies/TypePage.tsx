import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { client } from '../api/session.ts'
import { RecordHistory } from './RecordHistory.tsx'
import { TreeRedirect } from './TreeRedirect.tsx'

/** `/taxonomy-types/3` leads to the type's terms, `/taxonomy-types/3/history` is its history. */
export const TypePage = () => {
  const { id = '', '*': rest } = useParams()
  const query = useQuery({
    queryKey: ['taxonomies', 'type', id],
    queryFn: ({ signal }) => client.taxonomyTypes.get(id, { trashed: 'true', signal }),
  })
  const { data: type } = query
  const inTree = type && `/taxonomies?type=${type.slug}`
  return rest === 'history' ? (
    <RecordHistory kind="taxonomy-types" record={type} query={query} inTree={inTree} />
  ) : (
    <TreeRedirect query={query} inTree={inTree} />
  )
}
