import { client } from '../api/session.ts'
import type { Entry } from '../features/entries/entry.ts'
import { type PageOfEntries, usePagedEntries } from '../features/entries/usePagedEntries.ts'
import { usePageState } from '../ui/usePageState.ts'

/** In the address. Empty: all. Moments, which are the same in each time zone, stand for the days. */
const NO_FILTERS = {
  q: '',
  action: '',
  kind: '',
  record: '',
  actor: '',
  outcome: '',
  from: '',
  to: '',
  batch: '',
}

export type Filters = typeof NO_FILTERS

/** Other filters have other pages. */
const FIRST_PAGE = { page: '1', before: '' }

const INITIAL = { ...NO_FILTERS, ...FIRST_PAGE }

/** As the service takes them. */
function queryOf({ kind, record, actor, outcome, ...others }: Filters) {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''))
  return {
    ...given,
    ...(kind !== '' && { subject_type: kind }),
    // An address may have other texts than ids and outcomes: the service says so.
    ...(record !== '' && { subject_id: record as unknown as number }),
    ...(actor !== '' && { actor_id: actor as unknown as number }),
    ...(outcome !== '' && { outcome: outcome as Entry['outcome'] }),
  }
}

const read = (query: object, signal: AbortSignal) =>
  client.request('GET', '/api/audit', { query: { ...query }, signal })

/** A page of the audit trail, by the filters in the address. */
export function useTrail() {
  const [{ page: _page, before: _before, ...filters }, set] = usePageState(INITIAL)
  const query = queryOf(filters)
  const entries = usePagedEntries({
    queryKey: ['audit', 'list', query],
    read: (page, signal) => read({ ...query, ...page }, signal),
    readOne: read,
  })
  return {
    filters,
    entries,
    isFiltered: Object.values(filters).some((value) => value !== ''),
    /** Each pause in typing a search makes no entry in the browser's history. */
    filter: (changes: Partial<Filters>) =>
      set({ ...changes, ...FIRST_PAGE }, { replace: changes.q !== undefined }),
    clear: () => set(INITIAL),
    /** Older entries that match, for an export. */
    readPage: (page: PageOfEntries, signal: AbortSignal) => read({ ...query, ...page }, signal),
  }
}
