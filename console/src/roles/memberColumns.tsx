import { Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Column } from '../ui/PagedTable.tsx'
import { PersonCell } from '../ui/PersonCell.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { When } from '../ui/When.tsx'
import { isOver } from './expiry.ts'
import type { Member } from './role.ts'

const Until = ({ member: { pivot } }: { member: Member }) => {
  const translate = useTranslate()
  if (!pivot?.expires_at) {
    return <Typography variant="body2">{translate('roles.members.no_end')}</Typography>
  }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <When at={pivot.expires_at} absolute />
      {isOver(pivot.expires_at) && <StatusChip status="expired" />}
    </Stack>
  )
}

/** @param actions of each, where the caller may change anything */
export function useMemberColumns(actions?: (member: Member) => ReactNode): Column<Member>[] {
  const translate = useTranslate()
  return [
    {
      id: 'name',
      label: translate('roles.members.person'),
      cell: ({ id, name, email }) => (
        <Link
          component={RouterLink}
          to={`/users/${id}`}
          color="textPrimary"
          sx={{ display: 'block', minWidth: 0 }}
        >
          <PersonCell name={name} detail={email} />
        </Link>
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
    { id: 'until', label: translate('roles.until'), cell: (member) => <Until member={member} /> },
    ...(actions
      ? [{ id: 'actions', label: translate('roles.members.actions'), isNumeric: true, cell: actions }]
      : []),
  ]
}
