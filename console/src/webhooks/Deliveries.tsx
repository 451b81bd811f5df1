import {
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Tab,
  Tabs,
  Typography,
} from '@mui/material'
import { RotateCw, SendHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LockableButton } from '../ui/LockableButton.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { tabProps } from '../ui/tabs.tsx'
import { When } from '../ui/When.tsx'
import { Answer } from './Answer.tsx'
import { durationOf } from './duration.ts'
import { Result } from './Result.tsx'
import { useDeliveries } from './useDeliveries.ts'
import { useFreshHealth } from './useFreshHealth.ts'
import { type Delivery, nextAttemptOf, OUTCOMES, selectorOf, type Webhook } from './webhook.ts'

const ALL = 'all'

/** The action, and whether somebody asked for the attempt. */
const Event = ({ delivery: { action, kind } }: { delivery: Delivery }) => {
  const translate = useTranslate()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <code>{action}</code>
      {kind !== 'event' && (
        <Chip size="small" variant="outlined" label={translate(`webhooks.deliveries.kinds.${kind}`)} />
      )}
    </Stack>
  )
}

const Duration = ({ delivery }: { delivery: Delivery }) => durationOf(delivery.duration_ms, useFormatLocale())

const COLUMNS: Column<Delivery>[] = [
  { id: 'event', label: 'webhooks.deliveries.event', render: (delivery) => <Event delivery={delivery} /> },
  {
    id: 'outcome',
    label: 'webhooks.deliveries.outcome',
    render: ({ outcome }) => <StatusChip status={outcome} />,
  },
  { id: 'answer', label: 'webhooks.deliveries.answer', render: (delivery) => <Answer delivery={delivery} /> },
  {
    id: 'duration',
    label: 'webhooks.deliveries.duration',
    align: 'right',
    from: 'md',
    render: (delivery) => <Duration delivery={delivery} />,
  },
  {
    id: 'attempt',
    label: 'webhooks.deliveries.attempt',
    align: 'right',
    from: 'md',
    render: ({ attempt }) => attempt,
  },
  { id: 'at', label: 'webhooks.deliveries.at', render: ({ at }) => <When at={at} /> },
  {
    id: 'next_attempt_at',
    label: 'webhooks.deliveries.next_attempt_at',
    from: 'lg',
    render: (delivery) => {
      const next = nextAttemptOf(delivery)
      return next === null ? '–' : <When at={next} />
    },
  },
]

/** The attempts of the last 30 days. */
export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const translate = useTranslate()
  const deliveries = useDeliveries(webhook.id)
  const { outcome, filter, list, isCut } = deliveries
  useFreshHealth(webhook.id, list.data?.[0]?.id)
  const [detailed, setDetailed] = useState<Delivery>()
  return (
    <>
      <ListContextProvider value={list}>
        <ListFrame
          tabs={<OutcomeTabs outcome={outcome} onChange={filter} />}
          tab={outcome || ALL}
          empty={
            <EmptyState icon={SendHorizontal} title={translate('webhooks.deliveries.none')}>
              {translate('webhooks.deliveries.none_text')}
            </EmptyState>
          }
          isFiltered={outcome !== ''}
          onClear={() => filter('')}
        >
          <ListTable<Delivery>
            label={translate('webhooks.deliveries.title')}
            columns={COLUMNS}
            compactBelow="md"
            compact={(delivery) => <Compact delivery={delivery} />}
            actions={(delivery) => (
              <RowActions
                webhook={webhook}
                delivery={delivery}
                onDetails={() => setDetailed(delivery)}
                onSent={deliveries.await}
              />
            )}
          />
        </ListFrame>
      </ListContextProvider>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {translate('webhooks.deliveries.hint')} {isCut && translate('webhooks.deliveries.most')}
      </Typography>
      {detailed && <Details delivery={detailed} onClose={() => setDetailed(undefined)} />}
    </>
  )
}

interface TabsProps {
  outcome: string
  onChange: (outcome: string) => void
}

const OutcomeTabs = ({ outcome, onChange }: TabsProps) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={OUTCOMES.some((each) => each === outcome) ? outcome : ALL}
      onChange={(_event, next) => onChange(next === ALL ? '' : next)}
      aria-label={translate('webhooks.deliveries.outcomes.label')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ px: 1 }}
    >
      {[ALL, ...OUTCOMES].map((id) => (
        <Tab key={id} {...tabProps(id)} value={id} label={translate(`webhooks.deliveries.outcomes.${id}`)} />
      ))}
    </Tabs>
  )
}

/** On a phone. */
const Compact = ({ delivery }: { delivery: Delivery }) => {
  const translate = useTranslate()
  const { outcome, at } = delivery
  const next = nextAttemptOf(delivery)
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start', minWidth: 0 }}>
      <Event delivery={delivery} />
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip status={outcome} />
        <Typography variant="caption" color="textSecondary">
          <Answer delivery={delivery} /> · <Duration delivery={delivery} /> · <When at={at} />
        </Typography>
      </Stack>
      {next !== null && (
        <Typography variant="caption" color="textSecondary">
          {translate('webhooks.deliveries.next_attempt_at')} <When at={next} />
        </Typography>
      )}
    </Stack>
  )
}

interface RowProps {
  webhook: Webhook
  delivery: Delivery
  onDetails: () => void
  onSent: () => void
}

const RowActions = ({ webhook, delivery: { id, action }, onDetails, onSent }: RowProps) => {
  const translate = useTranslate()
  const redeliver = useAction(async () => {
    await client.request('POST', '/api/webhooks/{column}/{value}/deliveries/{delivery}/redeliver', {
      path: { ...selectorOf(webhook.id), delivery: String(id) },
    })
    onSent()
    return { message: translate('webhooks.deliveries.redelivered') }
  })
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ justifyContent: 'flex-end' }}>
      <Button
        aria-label={translate('webhooks.deliveries.details_of', { id, action })}
        aria-haspopup="dialog"
        onClick={onDetails}
      >
        {translate('webhooks.deliveries.details')}
      </Button>
      <LockableButton
        reason={webhook.is_active ? undefined : translate('webhooks.switch.first')}
        startIcon={<RotateCw size={15} />}
        loading={redeliver.busy}
        aria-label={translate('webhooks.deliveries.redeliver_of', { id, action })}
        onClick={() => void redeliver.run()}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {translate('webhooks.deliveries.redeliver')}
      </LockableButton>
    </Stack>
  )
}

const Details = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const translate = useTranslate()
  const id = useId()
  const { action, kind, event_uuid: uuid, number } = delivery
  const labelOf = (name: string) => translate(`webhooks.deliveries.${name}`)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{translate('webhooks.deliveries.details_title', { action })}</DialogTitle>
      <DialogContent>
        <Result
          delivery={delivery}
          others={[
            { label: labelOf('kind'), value: labelOf(`kinds.${kind}`) },
            { label: labelOf('number'), value: number },
            { label: labelOf('event_uuid'), value: <code>{uuid}</code> },
          ]}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
