import type { ListControllerResult, RaRecord } from 'react-admin'

interface Controls {
  page: number
  setPage: (page: number) => void
  perPage: number
  filterValues: object
}

/**
 * The context of a `ListFrame` for a page that a query has read, and that is not sorted. Nothing is selected, unless the controls
 * contain a selection.
 */
export const pagedList = <T extends RaRecord>(
  query: object,
  read: { data?: readonly T[] | undefined; total?: number | undefined } | undefined,
  controls: Controls,
): ListControllerResult<T> =>
  ({
    ...query,
    data: read?.data,
    total: read?.total,
    selectedIds: [],
    ...controls,
  }) as unknown as ListControllerResult<T>
