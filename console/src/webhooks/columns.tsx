import { Box, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { StatusChip } from '../features/status/StatusChip.tsx'
import type { Column } from '../ui/list/column.ts'
import { When } from '../ui/When.tsx'
import { Answer } from './Answer.tsx'
import { type Health, nameOf, pathOf, stateOf, type Webhook } from './webhook.ts'

/** A webhook in the list; its health is undefined until it is known. */
export interface ListedWebhook extends Webhook {
  health: Health | undefined
}

export const Name = ({ webhook }: { webhook: ListedWebhook }) => (
  <Box sx={{ minWidth: 0, maxWidth: 320 }}>
    <Link component={RouterLink} to={pathOf(webhook)} color="textPrimary" sx={{ fontWeight: 550 }}>
      {nameOf(webhook)}
    </Link>
    <Typography variant="caption" color="textSecondary" component="div" noWrap title={webhook.url}>
      {webhook.url}
    </Typography>
  </Box>
)

const MOST_EVENTS = 3

const Events = ({ webhook: { events } }: { webhook: Webhook }) => {
  const translate = useTranslate()
  const more = events.length - MOST_EVENTS
  return (
    <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
      <code>{events.slice(0, MOST_EVENTS).join(', ')}</code>
      {more > 0 && ` ${translate('webhooks.events_more', { smart_count: more })}`}
    </Typography>
  )
}

/** Its state; if it is off or failing, why. */
export const State = ({ webhook }: { webhook: ListedWebhook }) => {
  const translate = useTranslate()
  const { health, switched_off_because: reason } = webhook
  const state = stateOf(webhook, health)
  return (
    <Stack sx={{ gap: 0.25, alignItems: 'flex-start' }}>
      <StatusChip status={state} />
      {reason !== null && (
        <Typography variant="caption" color="textSecondary">
          {translate(`webhooks.reasons.short.${reason}`)}
        </Typography>
      )}
      {state === 'failing' && health?.last && (
        <Typography variant="caption" color="textSecondary">
          <Answer delivery={health.last} />
        </Typography>
      )}
    </Stack>
  )
}

export const LastSuccess = ({ webhook: { health } }: { webhook: ListedWebhook }) => {
  const translate = useTranslate()
  if (!health) return '–'
  if (health.success) return <When at={health.success.at} />
  return translate(health.last ? 'webhooks.no_success' : 'webhooks.nothing_sent')
}

export const COLUMNS: Column<ListedWebhook>[] = [
  {
    id: 'name',
    label: 'webhooks.name',
    sort: 'description',
    render: (webhook) => <Name webhook={webhook} />,
  },
  { id: 'events', label: 'webhooks.events', from: 'md', render: (webhook) => <Events webhook={webhook} /> },
  {
    id: 'state',
    label: 'webhooks.state',
    sort: 'is_active',
    render: (webhook) => <State webhook={webhook} />,
  },
  { id: 'success', label: 'webhooks.success', render: (webhook) => <LastSuccess webhook={webhook} /> },
  {
    id: 'updated_at',
    label: 'webhooks.updated',
    sort: 'updated_at',
    from: 'lg',
    render: ({ updated_at }) => <When at={updated_at} />,
  },
]
