import { queryString } from './query.ts'
import type { Conditions } from './types.ts'

export interface Listed<R> {
  data: R[]
  last_page: number
}

type Params = Readonly<Record<string, unknown>>

/** The maximum of the API. */
const RECORDS_PER_PAGE = 1000

/**
 * All records of a list, read page by page as they are consumed. In the order of ids, the default of lists, this is keyset
 * pagination: each page starts after the last record of the previous one, so concurrent writes cause no duplicates or
 * gaps. In any other order, pages are numbered, and concurrent writes may cause both.
 */
export async function* everyRecord<R>(
  params: Params,
  read: (query: string) => Promise<Listed<R>>,
): AsyncGenerator<R, void> {
  const { page: _page, limit, per_page: perPage = limit ?? RECORDS_PER_PAGE, ...others } = params
  const operator = operatorAfter(others.sort)
  let page = 1
  let after: Conditions | undefined
  for (;;) {
    const query = operator
      ? queryString({ ...others, per_page: perPage }, after && { id: after })
      : queryString({ ...others, per_page: perPage, page })
    const { data, last_page: lastPage } = await read(query)
    yield* data
    // `last_page` counts the remaining pages with keyset pagination, otherwise all pages.
    if (operator ? lastPage === 1 : page >= lastPage) return
    page += 1
    if (operator) after = { [operator]: (data.at(-1) as { id: number }).id }
  }
}

/** How the ids of the next page compare to the last id; undefined if the order is not by id. */
function operatorAfter(sort: unknown): 'lt' | 'gt' | undefined {
  const text = [sort ?? 'id:desc'].flat().join(',')
  if (text === 'id:desc') return 'lt'
  return text === 'id' || text === 'id:asc' ? 'gt' : undefined
}
