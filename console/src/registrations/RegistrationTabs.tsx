import { Tab, Tabs } from '@mui/material'
import { useQueries } from '@tanstack/react-query'
import { useListContext, useTranslate } from 'react-admin'
import { dataProvider } from '../api/providers.ts'
import { CountedLabel, tabProps } from '../ui/tabs.tsx'

/** Whoever is invited waits for nobody’s approval. */
export const PENDING = { status_neq: 'user-created', invited: 'false' }

/** Views of the list, as filter values. */
const STATES: { id: string; filter: Record<string, string> }[] = [
  { id: 'waiting', filter: PENDING },
  { id: 'unverified', filter: { status: 'email-verification-pending', invited: 'false' } },
  { id: 'verified', filter: { status: 'email-verified' } },
  { id: 'invited', filter: { invited: 'true' } },
  { id: 'approved', filter: { status: 'user-created' } },
  { id: 'all', filter: {} },
]

/** The view that a filter selects. */
export const stateOf = ({ status, status_neq, invited }: Record<string, unknown>): string =>
  STATES.find(
    ({ filter }) =>
      filter.status === status &&
      filter.status_neq === status_neq &&
      filter.invited === (invited === undefined ? undefined : String(invited)),
  )?.id ?? 'all'

const JUST_THE_TOTAL = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' as const } }

/** The number of registrations in each view. */
function useCounts(): (number | undefined)[] {
  const queries = useQueries({
    queries: STATES.map(({ id, filter }) => ({
      queryKey: ['registrations', 'count', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await dataProvider.getList('registrations', { ...JUST_THE_TOTAL, filter, signal })).total,
    })),
  })
  return queries.map(({ data }) => data)
}

export const usePendingCount = (): number | undefined => useCounts()[0]

export const RegistrationTabs = () => {
  const translate = useTranslate()
  const counts = useCounts()
  const { filterValues, setFilters } = useListContext()
  const { status: _status, status_neq: _statusNeq, invited: _invited, ...others } = filterValues
  const now = stateOf(filterValues)
  return (
    <Tabs
      value={now}
      onChange={(_event, id) => setFilters({ ...others, ...STATES.find((state) => state.id === id)?.filter })}
      aria-label={translate('registrations.states.label')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ px: 1 }}
    >
      {STATES.map(({ id }, index) => (
        <Tab
          key={id}
          {...tabProps(id)}
          value={id}
          label={<CountedLabel text={translate(`registrations.states.${id}`)} count={counts[index]} />}
        />
      ))}
    </Tabs>
  )
}
