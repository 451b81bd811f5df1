import type { components } from '@rolecall/client'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../api/session.ts'
import { pagedList } from '../ui/list/pagedList.ts'
import { pageOf, usePageState } from '../ui/usePageState.ts'

export type Mail = components['schemas']['Mail']
export type State = Mail['state']

export const STATES: readonly State[] = ['waiting', 'sent', 'failed']

/** The service counts no more. */
export const MOST_COUNTED = 1000

/** How often a list with mails that wait is read again. */
const REFRESH_MS = 10_000
const PER_PAGE = 25

/** Whether mail is sent, and how much waits or has failed. */
export const statusQuery = queryOptions({
  queryKey: ['mails', 'status'],
  queryFn: ({ signal }) => client.request('GET', '/api/mails/status', { signal }),
})

/** In the address. Empty: all. */
const INITIAL = { state: '', kind: '', address: '', user_id: '', page: '1' }

export type Filters = Omit<typeof INITIAL, 'page'>

/** A page of the outbox; `list` is the context of a `ListFrame`. */
export function useMails() {
  const [{ page: shown, ...filters }, set] = usePageState(INITIAL)
  const page = pageOf(shown)
  const query = useQuery({
    queryKey: ['mails', 'list', filters, page],
    queryFn: async ({ signal }) => {
      const { state, kind, address, user_id: user } = filters
      const { list } = await client.request('GET', '/api/mails', {
        query: {
          page,
          per_page: PER_PAGE,
          // An address may name a state or kind that the service does not know: it says so.
          ...(state !== '' && { state: state as State }),
          ...(kind !== '' && { kind: kind as Mail['kind'] }),
          ...(address !== '' && { address }),
          ...(user !== '' && { user_id: Number(user) }),
        },
        signal,
      })
      return list
    },
    // The pagination keeps its focus while another page is loading.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state }) => state === 'waiting') ? REFRESH_MS : false,
  })
  const list = pagedList<Mail>(query, query.data, {
    page,
    setPage: (next) => set({ page: String(next) }),
    perPage: PER_PAGE,
    filterValues: filters,
  })
  return {
    filters: filters as Filters,
    /** Each pause in typing an address makes no entry in the browser's history. */
    filter: (changes: Partial<Filters>) =>
      set({ ...changes, page: '1' }, { replace: changes.address !== undefined }),
    list,
  }
}
