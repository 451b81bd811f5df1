import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, type SortPayload, useGetManyReference } from 'react-admin'
import { pagedList } from '../../ui/list/pagedList.ts'
import { useSearchedPage } from '../../ui/usePageState.ts'

const PER_PAGE = 25

interface Relation {
  relation: 'users' | 'roles'
  /** Id of the record that the relation belongs to. */
  target: 'roles' | 'permissions'
  id: number
  sort: SortPayload
  meta?: { include?: string[] }
}

/** A searchable page of the records linked to a record; `list` is the context of a `ListFrame`. */
export function usePagedRelation<T extends RaRecord>({ relation, ...of }: Relation) {
  const { q, page, search, setPage } = useSearchedPage()
  const query = useGetManyReference<T>(
    relation,
    { ...of, pagination: { page, perPage: PER_PAGE }, filter: q === '' ? {} : { q } },
    // The pagination keeps its focus while another page is loading.
    { placeholderData: keepPreviousData },
  )
  const list = pagedList<T>(query, query, { page, setPage, perPage: PER_PAGE, filterValues: { q } })
  return { q, search, list }
}
