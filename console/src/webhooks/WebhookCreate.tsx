import { useState } from 'react'
import { useRequireAccess, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { useNotifier } from '../features/mutations/useNotifier.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { AfterSave } from '../ui/RecordForm.tsx'
import { Secret } from './Secret.tsx'
import { type WebhookChanges, WebhookForm } from './WebhookForm.tsx'
import { pathOf, type Webhook } from './webhook.ts'

export const WebhookCreate = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const change = useChange()
  const notifier = useNotifier()
  useRequireAccess({ resource: 'webhooks', action: 'create' })
  /** The webhook once it is created; its page is opened after its secret has been copied. */
  const [made, setMade] = useState<{ webhook: Webhook; secret: string }>()
  const save = async (changes: WebhookChanges, known: Webhook | undefined): Promise<AfterSave> => {
    if (known) {
      await change(() => client.resource('webhooks').update(known.id, changes))
      return () => navigate(pathOf(known))
    }
    const { item, secret } = await change(() =>
      client.request('POST', '/api/webhooks/create', { body: changes as Required<WebhookChanges> }),
    )
    return () => {
      notifier.done({ message: translate('webhooks.created') })
      setMade({ webhook: item, secret })
    }
  }
  return (
    <>
      <PageHeader
        title={translate('webhooks.new')}
        subtitle={translate('webhooks.new_lead')}
        crumbs={[{ to: '/webhooks', label: translate('webhooks.title') }]}
      />
      <WebhookForm record={made?.webhook} onSave={save} />
      {made && <Secret secret={made.secret} onClose={() => navigate(pathOf(made.webhook))} />}
    </>
  )
}
