import { lazily } from '../ui/lazily.ts'

export const webhooks = {
  list: lazily(() => import('./WebhookList.tsx'), 'WebhookList'),
  create: lazily(() => import('./WebhookCreate.tsx'), 'WebhookCreate'),
  edit: lazily(() => import('./WebhookPage.tsx'), 'WebhookPage'),
}
