import { useMe } from '../api/me.ts'
import { client } from '../api/session.ts'
import type { TextColumn } from '../features/export/csv.ts'
import { ExportButton } from '../features/export/ExportButton.tsx'
import type { Member, Role } from './role.ts'

const A_PAGE = 1000

/** Exports the users of the role, with the state and the end of each link. */
export const ExportMembers = ({ role: { id, slug }, q, total }: { role: Role; q: string; total: number }) => {
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  const columns: TextColumn<Member>[] = [
    { id: 'id', text: (member) => member.id },
    { id: 'name', text: ({ name }) => name },
    ...(seesContacts ? [{ id: 'email', text: ({ email }: Member) => email }] : []),
    { id: 'is_active', text: ({ pivot }) => pivot?.is_active },
    { id: 'since', text: ({ pivot }) => pivot?.created_at },
    { id: 'until', text: ({ pivot }) => pivot?.expires_at },
  ]
  const read = async (after: number, signal: AbortSignal) => {
    const page = await client.roles
      .relation(id, 'users')
      .get({ where: { id: { gt: after } }, sort: 'id', per_page: A_PAGE, ...(q !== '' && { q }) }, { signal })
    return page.data as Member[]
  }
  return (
    <ExportButton
      name={`users-of-${slug}`}
      command="roles.members.export"
      columns={columns}
      total={total}
      perPage={A_PAGE}
      read={read}
    />
  )
}
