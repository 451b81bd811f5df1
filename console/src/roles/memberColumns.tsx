import { Box, Link } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { LinkStatusChip, StatusChip } from '../features/status/StatusChip.tsx'
import { isOver } from '../ui/days.ts'
import type { Column } from '../ui/list/column.ts'
import { When } from '../ui/When.tsx'
import type { Member } from './role.ts'

const Until = ({ member: { pivot } }: { member: Member }) => {
  const translate = useTranslate()
  if (!pivot?.expires_at) {
    return <span>{translate('roles.members.no_end')}</span>
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <When at={pivot.expires_at} absolute />
      {isOver(pivot.expires_at) && <StatusChip status="expired" />}
    </Box>
  )
}

const UntilLabel = () => useTranslate()('roles.until')

/** Who has the role; on phones, until when too. */
export const Person = ({ member }: { member: Member }) => (
  <>
    <Link
      component={RouterLink}
      to={`/users/${member.id}`}
      color="textPrimary"
      sx={{ display: 'block', minWidth: 0 }}
    >
      <PersonCell name={member.name} detail={member.email} />
    </Link>
    {/* On phones, which have no column for it. */}
    <Box sx={{ display: { sm: 'none' }, pl: 4.75, color: 'text.secondary', fontSize: '0.75rem' }}>
      <UntilLabel /> <Until member={member} />
    </Box>
  </>
)

export const MEMBER_COLUMNS: Column<Member>[] = [
  {
    id: 'name',
    label: 'roles.members.person',
    render: (member) => <Person member={member} />,
  },
  {
    id: 'is_active',
    label: 'roles.state',
    from: 'sm',
    render: (member) => <LinkStatusChip record={member} />,
  },
  {
    id: 'since',
    label: 'roles.members.since',
    from: 'md',
    render: ({ pivot }) => <When at={pivot?.created_at} absolute />,
  },
  {
    id: 'until',
    label: 'roles.until',
    from: 'sm',
    render: (member) => <Until member={member} />,
  },
]
