import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { client } from '../api/session.ts'
import { RecordHistory } from './RecordHistory.tsx'
import { TreeRedirect } from './TreeRedirect.tsx'

/** `/taxonomies/12` leads to the term in its tree, `/taxonomies/12/history` is its history. */
export const TermPage = () => {
  const { id = '', '*': rest } = useParams()
  const query = useQuery({
    queryKey: ['taxonomies', 'address', id],
    queryFn: ({ signal }) => client.taxonomies.get(id, { trashed: 'true', signal }),
  })
  const { data: term } = query
  const inTree = term && `/taxonomies?type=${term.type?.slug}&term=${term.id}`
  return rest === 'history' ? (
    <RecordHistory kind="taxonomies" record={term} query={query} inTree={inTree} />
  ) : (
    <TreeRedirect query={query} inTree={inTree} />
  )
}
