import type { components } from '@rolecall/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../api/session.ts'
import { useSelection } from '../features/relations/useSelection.ts'
import { pagedList } from '../ui/list/pagedList.ts'
import { pageOf, usePageState } from '../ui/usePageState.ts'

type Listed = components['schemas']['Invitation']

/** An invitation that is neither accepted nor revoked, by the id of its registration. */
export type Invitation = Listed & { id: number }

/** The address, or the name for those who may not see addresses. */
export const nameOf = ({ email, first_name: name, id }: Invitation): string => email ?? name ?? `#${id}`

const PER_PAGE = 25

/** In the address. */
const INITIAL = { state: '', page: '1' }

export const STATES = ['waiting', 'expired'] as const

/** A page of the invitations; `list` is the context of a `ListFrame`. */
export function useInvitations() {
  const [{ state, page: shown }, set] = usePageState(INITIAL)
  const page = pageOf(shown)
  const selection = useSelection()
  const known = STATES.find((each) => each === state)
  const query = useQuery({
    queryKey: ['invitations', known ?? '', page],
    queryFn: async ({ signal }) => {
      const { list } = await client.request('GET', '/api/invitations', {
        query: { page, per_page: PER_PAGE, ...(known && { state: known }) },
        signal,
      })
      return { ...list, data: list.data.map((each): Invitation => ({ ...each, id: each.registration_id })) }
    },
    placeholderData: keepPreviousData,
    // Others accept while the tab is in the background.
    refetchOnWindowFocus: true,
  })
  const list = pagedList<Invitation>(query, query.data, {
    ...selection,
    page,
    setPage: (next) => set({ page: String(next) }),
    perPage: PER_PAGE,
    filterValues: { state },
  })
  return {
    state: known ?? '',
    show: (next: string) => {
      selection.onUnselectItems()
      set({ state: next, page: '1' })
    },
    list,
  }
}

const pathOf = ({ id }: Pick<Invitation, 'id'>) => ({ path: { column: 'id', value: String(id) } as const })

/** Mails an invitation again; the caller becomes its inviter. */
export const resend = (invitation: Pick<Invitation, 'id'>) =>
  client.request('POST', '/api/registrations/{column}/{value}/resend', pathOf(invitation))

export const revoke = (invitation: Pick<Invitation, 'id'>) =>
  client.request('POST', '/api/registrations/{column}/{value}/revoke', pathOf(invitation))
