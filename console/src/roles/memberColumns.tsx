import { Box, Link } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { isOver } from '../ui/days.ts'
import type { Column } from '../ui/PagedTable.tsx'
import { PersonCell } from '../ui/PersonCell.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
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

/** @param actions of each row, if the caller may change anything */
export function useMemberColumns(actions?: (member: Member) => ReactNode): Column<Member>[] {
  const translate = useTranslate()
  return [
    {
      id: 'name',
      label: translate('roles.members.person'),
      cell: (member) => (
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
            {translate('roles.until')}: <Until member={member} />
          </Box>
        </>
      ),
    },
    {
      id: 'is_active',
      label: translate('roles.state'),
      from: 'sm',
      cell: ({ is_active, pivot }) => (
        <StatusChip status={is_active && pivot?.is_active !== false ? 'active' : 'inactive'} />
      ),
    },
    {
      id: 'since',
      label: translate('roles.members.since'),
      from: 'md',
      cell: ({ pivot }) => <When at={pivot?.created_at} absolute />,
    },
    {
      id: 'until',
      label: translate('roles.until'),
      from: 'sm',
      cell: (member) => <Until member={member} />,
    },
    ...(actions
      ? [{ id: 'actions', label: translate('roles.members.actions'), isNumeric: true, cell: actions }]
      : []),
  ]
}
