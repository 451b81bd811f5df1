import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagedList } from '../ui/list/pagedList.ts'
import { pageOf, usePageState } from '../ui/usePageState.ts'
import { type Delivery, type Outcome, readDeliveries } from './webhook.ts'

const PER_PAGE = 25
const REFRESH_MS = 10_000
/** While somebody waits for the result of an attempt. */
const SOON_MS = 1000
const WAITED_MS = 30_000

/** In the address. Empty: all. */
const INITIAL = { outcome: '', page: '1' }

/** A page of the attempts; `list` is the context of a `ListFrame`. */
export function useDeliveries(id: number) {
  const [{ page: shown, outcome }, set] = usePageState(INITIAL)
  const [waitsUntil, setWaitsUntil] = useState(0)
  const page = pageOf(shown)
  const query = useQuery({
    queryKey: ['webhooks', id, 'deliveries', outcome, page],
    queryFn: ({ signal }) => {
      // An address may name an outcome that the service does not know: it says so.
      const filter = outcome === '' ? {} : { outcome: outcome as Outcome }
      return readDeliveries(id, { page, per_page: PER_PAGE, ...filter }, signal)
    },
    // The pagination keeps its focus while another page is loading.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: () => (Date.now() < waitsUntil ? SOON_MS : REFRESH_MS),
  })
  const list = pagedList<Delivery>(query, query.data, {
    page,
    setPage: (next) => set({ page: String(next) }),
    perPage: PER_PAGE,
    filterValues: { outcome },
  })
  return {
    outcome,
    filter: (next: string) => set({ outcome: next, page: '1' }),
    /** Looks for the result of an attempt that has just been asked for. */
    await: () => setWaitsUntil(Date.now() + WAITED_MS),
    list,
    isCut: query.data?.total_is_exact === false,
  }
}
