import { useTranslate } from 'react-admin'
import type { Delivery } from './webhook.ts'

/** What the receiver answered, or why it did not, in a few words. */
export const Answer = ({ delivery: { status, fault } }: { delivery: Delivery }) => {
  const translate = useTranslate()
  if (status !== null) return translate('webhooks.deliveries.status', { status })
  return fault === null ? '–' : translate(`webhooks.short_faults.${fault}`)
}
