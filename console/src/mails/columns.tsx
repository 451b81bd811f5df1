import { Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { StatusChip } from '../features/status/StatusChip.tsx'
import type { Column } from '../ui/list/column.ts'
import { When } from '../ui/When.tsx'
import type { Mail } from './mail.ts'

/** What a mail is about, in words. */
export function useKindName() {
  const translate = useTranslate()
  return (kind: string) => translate(`mails.kinds.${kind}`, { _: kind })
}

export const Kind = ({ mail: { kind } }: { mail: Mail }) => (
  <Typography variant="body2" sx={{ fontWeight: 550, minWidth: 140 }}>
    {useKindName()(kind)}
  </Typography>
)

/** The address, with a link to whose it is. */
export const Recipient = ({
  mail: { address, user_id: user, registration_id: registration },
}: {
  mail: Mail
}) => {
  const translate = useTranslate()
  const may = useMay()
  const text = address ?? translate('mails.hidden')
  const to =
    user !== null && may('users', 'read', { id: user })
      ? `/users/${user}`
      : registration !== null && may('registrations', 'read')
        ? `/registrations/${registration}`
        : undefined
  const shape = { display: 'block', minWidth: 208, overflowWrap: 'anywhere' } as const
  return to === undefined ? (
    <Typography variant="body2" component="span" sx={shape}>
      {text}
    </Typography>
  ) : (
    <Link component={RouterLink} to={to} variant="body2" sx={shape}>
      {text}
    </Link>
  )
}

/** Answers of servers are in English, and long ones have several lines. */
const Reply = ({ mail: { reply } }: { mail: Mail }) =>
  reply === null ? (
    '–'
  ) : (
    <Typography
      variant="caption"
      component="div"
      lang="en"
      sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
    >
      {reply}
    </Typography>
  )

const time = (at: string | null) => (at === null ? '–' : <When at={at} />)

export const COLUMNS: Column<Mail>[] = [
  { id: 'kind', label: 'mails.kind', render: (mail) => <Kind mail={mail} /> },
  { id: 'recipient', label: 'mails.recipient', render: (mail) => <Recipient mail={mail} /> },
  { id: 'state', label: 'mails.states.label', render: ({ state }) => <StatusChip status={state} /> },
  { id: 'created_at', label: 'mails.created_at', render: ({ created_at }) => time(created_at) },
  { id: 'attempts', label: 'mails.attempts', align: 'right', render: ({ attempts }) => attempts },
  {
    id: 'next_attempt_at',
    label: 'mails.next_attempt_at',
    render: ({ next_attempt_at }) => time(next_attempt_at),
  },
  { id: 'ended_at', label: 'mails.ended_at', render: ({ ended_at }) => time(ended_at) },
  { id: 'reply', label: 'mails.reply', render: (mail) => <Reply mail={mail} /> },
]

/** Shown until others are chosen. */
export const INITIAL = COLUMNS.map(({ id }) => id).filter((id) => id !== 'ended_at')

/** On a phone. */
export const Compact = ({ mail }: { mail: Mail }) => {
  const translate = useTranslate()
  const next = mail.next_attempt_at
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start', minWidth: 0 }}>
      <Kind mail={mail} />
      <Recipient mail={mail} />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
        <StatusChip status={mail.state} />
        <Typography variant="caption" color="textSecondary">
          <When at={mail.ended_at ?? mail.created_at} />
        </Typography>
      </Stack>
      {next !== null && mail.attempts > 0 && (
        <Typography variant="caption" color="textSecondary">
          {translate('mails.next_attempt_at')} <When at={next} />
        </Typography>
      )}
      {mail.reply !== null && <Reply mail={mail} />}
    </Stack>
  )
}
