import { queryString } from './query.ts'
import type { Conditions } from './types.ts'

export interface Listed<R> {
  data: R[]
  last_page: number
}

type Params = Readonly<Record<string, unknown>>

/** The most that a list gives at once. */
const RECORDS_A_PAGE = 1000

/**
 * Every record of a list, read page by page as they are asked for. In the order of ids, which is that of lists
 * unless `sort` says otherwise, each page starts after the last record of the one before: records that come or go
 * meanwhile make none appear twice or be skipped. In any other order pages are counted, and they may.
 */
export async function* everyRecord<R>(
  params: Params,
  read: (query: string) => Promise<Listed<R>>,
): AsyncGenerator<R, void> {
  const { page: _page, limit, per_page: perPage = limit ?? RECORDS_A_PAGE, ...others } = params
  const operator = operatorAfter(others.sort)
  let page = 1
  let after: Conditions | undefined
  for (;;) {
    const query = operator
      ? queryString({ ...others, per_page: perPage }, after && { id: after })
      : queryString({ ...others, per_page: perPage, page })
    const { data, last_page: lastPage } = await read(query)
    yield* data
    // `last_page` is counted anew each time: of what follows, or of all.
    if (operator ? lastPage === 1 : page >= lastPage) return
    page += 1
    if (operator) after = { [operator]: (data.at(-1) as { id: number }).id }
  }
}

/** What ids of the next page are to the last; undefined where the order is another. */
function operatorAfter(sort: unknown): 'lt' | 'gt' | undefined {
  const text = [sort ?? 'id:desc'].flat().join(',')
  if (text === 'id:desc') return 'lt'
  return text === 'id' || text === 'id:asc' ? 'gt' : undefined
}
