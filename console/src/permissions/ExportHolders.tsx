import type { components } from '@rolecall/client'
import { useMe } from '../api/me.ts'
import { client } from '../api/session.ts'
import type { TextColumn } from '../features/export/csv.ts'
import { ExportButton } from '../features/export/ExportButton.tsx'
import type { Holder, Permission } from './permission.ts'

type Reason = components['schemas']['Reason']

/** Each may hold it through several roles, and one answer has at most 20,000 reasons. */
const A_PAGE = 500

const reasonsOf = ({ reasons }: Holder) => (reasons ?? []) as Reason[]

/** When they lose it if nothing changes; empty if it does not end. */
function endOf(reasons: readonly Reason[]): string {
  const ends = reasons.map(({ until }) => until)
  return ends.includes(null)
    ? ''
    : (ends
        .filter((end) => end !== null)
        .sort()
        .at(-1) ?? '')
}

const ROLES: TextColumn<Holder> = {
  id: 'roles',
  text: (holder) =>
    reasonsOf(holder)
      .map(({ role, until }) => (until === null ? role.slug : `${role.slug} (${until})`))
      .join(', '),
}
const UNTIL: TextColumn<Holder> = { id: 'until', text: (holder) => endOf(reasonsOf(holder)) }

interface Props {
  permission: Permission
  q: string
  /** Whether the caller may see through which roles they hold it. */
  mayExplain: boolean
  total: number
}

/** Exports who holds the permission, through which roles and until when. */
export const ExportHolders = ({ permission: { id, slug }, q, mayExplain, total }: Props) => {
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  const columns: TextColumn<Holder>[] = [
    { id: 'id', text: (holder) => holder.id },
    { id: 'name', text: ({ name }) => name },
    ...(seesContacts ? [{ id: 'email', text: ({ email }: Holder) => email }] : []),
    ...(mayExplain ? [ROLES, UNTIL] : []),
  ]
  const read = async (after: number, signal: AbortSignal) => {
    const page = await client.permissions.relation(id, 'users').get(
      {
        where: { id: { gt: after } },
        sort: 'id',
        per_page: A_PAGE,
        ...(q !== '' && { q }),
        ...(mayExplain && { explain: true }),
      },
      { signal },
    )
    return page.data as Holder[]
  }
  return (
    <ExportButton
      name={`holders-of-${slug}`}
      command="permissions.export"
      columns={columns}
      total={total}
      perPage={A_PAGE}
      read={read}
    />
  )
}
