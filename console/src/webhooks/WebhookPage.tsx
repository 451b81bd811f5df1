import { etagOf } from '@rolecall/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { History } from '../features/entries/History.tsx'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PendingRecord } from '../ui/PendingRecord.tsx'
import { type RecordTab, RecordTabs, useTab } from '../ui/RecordTabs.tsx'
import { Actions } from './Actions.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Notices } from './Notices.tsx'
import { type WebhookChanges, WebhookForm } from './WebhookForm.tsx'
import { changesOf, healthQuery, nameOf, pathOf, stateOf, type Webhook, webhookQuery } from './webhook.ts'

export const WebhookPage = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const query = useQuery(webhookQuery(id))
  const { data: webhook } = query
  if (webhook) {
    return <Shown webhook={webhook} onReload={() => query.refetch({ throwOnError: true })} />
  }
  const crumbs = [{ to: '/webhooks', label: translate('webhooks.title') }]
  return <PendingRecord title={translate('webhooks.one')} crumbs={crumbs} query={query} />
}

interface ShownProps {
  webhook: Webhook
  onReload: () => Promise<unknown>
}

const Shown = ({ webhook, onReload }: ShownProps) => {
  const translate = useTranslate()
  const { data: health } = useQuery(healthQuery(webhook.id))
  const hasHistory = useMayReadHistory()('webhooks', webhook.id)
  const tabs: RecordTab[] = [
    { path: '', label: translate('webhooks.tabs.details') },
    { path: 'deliveries', label: translate('webhooks.tabs.deliveries') },
    ...(hasHistory ? [{ path: 'history', label: translate('entries.history.title') }] : []),
  ]
  const tab = useTab(tabs)?.path
  return (
    <>
      <PageHeader
        title={nameOf(webhook)}
        subtitle={<code style={{ overflowWrap: 'anywhere' }}>{webhook.url}</code>}
        badge={<StatusChip status={stateOf(webhook, health)} />}
        crumbs={[{ to: '/webhooks', label: translate('webhooks.title') }]}
        actions={<Actions webhook={webhook} />}
      />
      <RecordTabs root={pathOf(webhook)} tabs={tabs} current={tab} />
      <Notices webhook={webhook} isAtDeliveries={tab === 'deliveries'} />
      {tab === '' && <Editor key={webhook.id} webhook={webhook} onReload={onReload} />}
      {tab === 'deliveries' && <Deliveries key={webhook.id} webhook={webhook} />}
      {tab === 'history' && <History key={webhook.id} kind="webhooks" id={webhook.id} />}
    </>
  )
}

const Editor = ({ webhook, onReload }: ShownProps) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  const change = useChange()
  const save = async (changes: WebhookChanges, filledFrom: Webhook) => {
    const ifMatch = etagOf(filledFrom)
    await change(
      () => client.resource('webhooks').update(webhook.id, changes, { ifMatch }),
      changesOf(webhook),
    )
    return () => notifier.done({ message: translate('webhooks.saved') })
  }
  return <WebhookForm record={webhook} onSave={save} onReload={onReload} />
}
