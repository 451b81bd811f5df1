import { useState } from 'react'
import { type RaRecord, useGetManyReference } from 'react-admin'

export const PER_PAGE = 25

/** A page of who or what holds a permission, searched. */
export function usePagedRelation<T extends RaRecord>(
  relation: 'users' | 'roles',
  id: number,
  meta: { include?: string[] } = {},
) {
  const [q, setText] = useState('')
  const [page, setPage] = useState(1)
  const { data, total, error, isFetching } = useGetManyReference<T>(relation, {
    target: 'permissions',
    id,
    pagination: { page, perPage: PER_PAGE },
    sort: { field: relation === 'roles' ? 'name' : 'id', order: 'ASC' },
    filter: q === '' ? {} : { q },
    meta,
  })
  const search = (text: string) => {
    setText(text)
    setPage(1)
  }
  const isStale = isFetching && data !== undefined
  return { q, search, error, table: { rows: data, total, page, setPage, perPage: PER_PAGE, isStale } }
}
