import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { changesOf, nameOf, type Webhook } from './webhook.ts'

/** Switches a webhook on, for whatever reason it is off. Whoever does it takes it over. */
export function useSwitchOn(webhook: Webhook) {
  const translate = useTranslate()
  return useAction(async () => {
    await client.resource('webhooks').update(webhook.id, { is_active: true })
    return { message: translate('webhooks.switch.done_on', { name: nameOf(webhook) }) }
  }, changesOf(webhook))
}
