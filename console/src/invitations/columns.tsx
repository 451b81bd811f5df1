import { Box, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { NameCell } from '../features/people/NameCell.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import type { Column } from '../ui/list/column.ts'
import { When } from '../ui/When.tsx'
import { type Invitation, nameOf } from './invitation.ts'

export const Person = ({ invitation }: { invitation: Invitation }) => {
  const { id, email, first_name: name } = invitation
  return (
    <NameCell
      to={`/registrations/${id}`}
      name={name ?? nameOf(invitation)}
      detail={name === null ? undefined : email}
    />
  )
}

/** The planned roles, each until when. */
const Planned = ({ links }: { links: Invitation['roles'] }) => {
  const translate = useTranslate()
  if (!links || links.length === 0) return '–'
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      {links.map(({ id, name, expires_at: end }) => (
        <Typography key={id} variant="body2" component="span">
          {name}
          {end !== null && (
            <Typography variant="caption" color="textSecondary">
              {' '}
              {translate('invitations.until')} <When at={end} absolute />
            </Typography>
          )}
        </Typography>
      ))}
    </Stack>
  )
}

const Inviter = ({ inviter }: Pick<Invitation, 'inviter'>) =>
  inviter === null ? (
    '–'
  ) : (
    <Link component={RouterLink} to={`/users/${inviter.id}`}>
      {inviter.name}
    </Link>
  )

/** On one line. */
const Time = ({ at }: { at: string }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    <When at={at} />
  </Box>
)

const STATUS = { waiting: 'waiting', expired: 'expired', ended: 'ended' } as const

/** Its beginning; the dialog that sends it again shows all of it. */
const Quoted = ({ message }: Pick<Invitation, 'message'>) =>
  message === null ? (
    '–'
  ) : (
    <Typography variant="body2" noWrap sx={{ maxWidth: 240 }}>
      {message}
    </Typography>
  )

export const COLUMNS: Column<Invitation>[] = [
  { id: 'person', label: 'invitations.person', render: (invitation) => <Person invitation={invitation} /> },
  {
    id: 'state',
    label: 'invitations.states.label',
    render: ({ state }) => <StatusChip status={STATUS[state]} />,
  },
  {
    id: 'inviter',
    label: 'invitations.inviter',
    render: ({ inviter }) => <Inviter inviter={inviter} />,
  },
  { id: 'roles', label: 'invitations.roles', render: ({ roles }) => <Planned links={roles} /> },
  {
    id: 'taxonomies',
    label: 'invitations.terms',
    render: ({ taxonomies }) => <Planned links={taxonomies} />,
  },
  {
    id: 'message',
    label: 'invitations.message',
    render: ({ message }) => <Quoted message={message} />,
  },
  {
    id: 'created_at',
    label: 'invitations.created_at',
    render: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'expires_at',
    label: 'invitations.expires_at',
    render: ({ expires_at }) => <Time at={expires_at} />,
  },
]

/** Shown until others are chosen. */
export const INITIAL = COLUMNS.map(({ id }) => id).filter((id) => id !== 'taxonomies' && id !== 'message')

/** On a phone. */
export const Compact = ({ invitation }: { invitation: Invitation }) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 0.75, alignItems: 'flex-start', minWidth: 0 }}>
      <Person invitation={invitation} />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <StatusChip status={STATUS[invitation.state]} />
        <Typography variant="caption" color="textSecondary">
          {translate('invitations.expires_at')} <When at={invitation.expires_at} />
        </Typography>
      </Stack>
      {invitation.roles && invitation.roles.length > 0 && <Planned links={invitation.roles} />}
    </Stack>
  )
}
