import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pagedList } from '../../ui/list/pagedList.ts'
import { pageOf, usePageState } from '../../ui/usePageState.ts'
import { useAction } from '../mutations/useAction.tsx'
import type { Entry } from './entry.ts'

/** A page of entries, as the service asks for it. */
export interface PageOfEntries {
  page?: number
  per_page: number
  /** Only entries that are older than the one with this id. */
  before?: number
}

interface Answer {
  list: { data: Entry[]; total: number }
  total_is_exact: boolean
}

export interface Source {
  queryKey: readonly unknown[]
  read: (page: PageOfEntries, signal: AbortSignal) => Promise<Answer>
  /** Without the filters: reads one entry, which the list may not have. */
  readOne?: (page: PageOfEntries, signal: AbortSignal) => Promise<Answer>
}

/** In the address. */
const INITIAL = { page: '1', before: '', entry: '' }

const PER_PAGE = 25

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** A page of entries, newest first, and the entry that is open; `list` is the context of a `ListFrame`. */
export function usePagedEntries({ queryKey, read, readOne = read }: Source) {
  const [address, set] = usePageState(INITIAL)
  const page = pageOf(address.page)
  const before = idOf(address.before)
  const from = before === undefined ? {} : { before }
  const query = useQuery({
    queryKey: [...queryKey, page, before ?? null],
    queryFn: ({ signal }) => read({ page, per_page: PER_PAGE, ...from }, signal),
    // The pagination keeps its focus while another page is loading.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  const { data } = query
  const total = data?.list.total ?? 0
  const list = pagedList<Entry>(query, data?.list, {
    page,
    setPage: (next) => set({ page: String(next) }),
    perPage: PER_PAGE,
    filterValues: { queryKey, before },
  })
  // The last entry that has a page is where the next ones begin.
  const goOn = useAction(
    async () => {
      const { list } = await read({ page: total, per_page: 1, ...from }, new AbortController().signal)
      const last = list.data[0]
      if (last) set({ before: String(last.id), page: '1' })
    },
    { changesNothing: true },
  )
  return {
    list,
    total,
    hasMore: data?.total_is_exact === false,
    goOn,
    before,
    toNewest: () => set({ before: '', page: '1' }),
    openId: idOf(address.entry),
    close: () => set({ entry: '' }),
    source: { queryKey, read: readOne },
  }
}

export type PagedEntries = ReturnType<typeof usePagedEntries>
