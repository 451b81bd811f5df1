import {
  Webhook,
  WebhookCreate,
  WebhookRef,
  WebhookUpdate,
  webhookSecret,
} from '../../../contract/webhooks.ts'
import { defineResource } from '../../crud/define/resource.ts'
import { access } from './access.ts'
import { readSecret } from './secrets.ts'
import { createWebhook, destroyWebhook, removeWebhook, restoreWebhook, updateWebhook } from './writes.ts'

export const webhooks = defineResource<'webhooks'>({
  name: 'webhooks',
  singular: 'webhook',
  description: 'Addresses that are told of events.',
  nouns: { fr: { singular: 'webhook', plural: 'webhooks' } },
  table: 'webhooks',
  schemas: { item: Webhook, short: WebhookRef, create: WebhookCreate, update: WebhookUpdate },
  access,
  search: ({ url, description }) => [url, description],
  inSearchText: ['url', 'description'],
  secrets: { sealed: 'secret' },
  unique: [],
  relations: {},
  shownOnce: { schema: { secret: webhookSecret }, read: readSecret },
  operations: {
    create: createWebhook,
    update: updateWebhook,
    remove: removeWebhook,
    restore: restoreWebhook,
    destroy: destroyWebhook,
  },
})
