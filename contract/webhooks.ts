import { Type } from 'typebox'
import * as f from './fields.ts'

export const MOST_EVENTS = 50

/** Why the service has switched a webhook off. */
export const SWITCHED_OFF = ['gone', 'no_success', 'lost_right', 'secret_replaced'] as const
export type SwitchedOff = (typeof SWITCHED_OFF)[number]

const settable = {
  url: Type.String({
    format: 'receiver-url',
    maxLength: 2048,
    description:
      'Where events are sent, by POST. http or https, without a user name and a fragment. Its address must be public, unless the setting `WEBHOOK_NETWORKS` allows it.',
    examples: ['https://hooks.example.com/rolecall'],
  }),
  events: Type.Array(Type.String({ format: 'events', maxLength: 128 }), {
    minItems: 1,
    maxItems: MOST_EVENTS,
    description:
      'The events that are sent: actions of the audit trail (`users.update`), all of a resource (`users.*`), or all (`*`).',
    examples: [['users.*']],
  }),
  is_active: f.flag('An inactive webhook gets no events. Those of the meantime are not sent later.'),
  description: f.nullable(f.line(255, { description: 'What it is for.', examples: ['Search index'] })),
}

export const Webhook = f.record(
  'Webhook',
  {
    ...settable,
    switched_off_because: f.nullable(
      f.choice(SWITCHED_OFF, {
        description:
          'Why the service has switched it off: the receiver answered 410 (`gone`); no delivery succeeded in 5 days (`no_success`); ' +
          'whoever saved it last may not manage webhooks and read the audit trail any more, or the API token that saved it has ended (`lost_right`); the secret of the ' +
          'installation was replaced, so rotate that of the webhook (`secret_replaced`). Null: it has not.',
      }),
      f.EMPTY,
    ),
    switched_off_at: f.nullable(f.time('When it did.'), f.EMPTY),
    previous_secret_ends_at: f.nullable(
      f.time('Until then, deliveries are signed with the secret before the rotation too.'),
      f.EMPTY,
    ),
  },
  {},
  'An address to which events are sent.',
)
export const WebhookRef = f.embedded('Webhook', { url: Type.String() })

export const WebhookCreate = f.creation('WebhookCreate', settable, ['url', 'events'], {
  url: 'https://hooks.example.com/rolecall',
  events: ['users.*'],
})
export const WebhookUpdate = f.changes('WebhookUpdate', settable, { events: ['users.*', 'roles.*'] })

/** Shown in the responses to a create and to a rotation, and never again. */
export const webhookSecret = Type.String({
  description: 'Verifies the signatures (Standard Webhooks). Shown once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

/** How many hours both secrets work after a rotation. */
export const OVERLAP_HOURS = { default: 24, most: 168 }

export const WebhookRotate = Type.Object(
  {
    overlap_hours: Type.Optional(
      f.integer(0, OVERLAP_HOURS.most, {
        default: OVERLAP_HOURS.default,
        description:
          'How many hours deliveries are signed with both secrets. 0: the former one is of no use at once.',
      }),
    ),
  },
  { $id: 'WebhookRotate', additionalProperties: false },
)

export const DELIVERY_KINDS = ['event', 'redelivery', 'test'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]
export const DELIVERY_OUTCOMES = ['delivered', 'retrying', 'failed'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** Why there was no answer, or none that counts. */
export const DELIVERY_FAULTS = [
  'address_not_allowed',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  'timeout',
  'redirect',
  'status',
  'secret_unreadable',
  'entry_deleted',
] as const
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** Longer answers of receivers are cut. */
export const MOST_ANSWER_BYTES = 1024

export const WebhookDelivery = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    event_uuid: Type.String({
      format: 'uuid',
      description: 'The entry of the audit trail: the `webhook-id` of the request, and the `id` of its body.',
    }),
    number: f.id('Its number in the order of commits: `sequence` of the body.'),
    action: Type.String({ description: 'Its action: `type` of the body.', examples: ['users.update'] }),
    kind: f.choice(DELIVERY_KINDS, { description: 'An event, one that was sent again by hand, or a test.' }),
    attempt: f.integer(1, 100, { description: 'The number of the attempt, from 1.', examples: [1] }),
    outcome: f.choice(DELIVERY_OUTCOMES, {
      description: '`retrying`: it is tried again at `next_attempt_at`.',
    }),
    status: f.nullable(
      f.integer(100, 999, { description: 'The status of the answer. Null: there was none.' }),
      {
        examples: [204],
      },
    ),
    fault: f.nullable(
      f.choice(DELIVERY_FAULTS, {
        description:
          'Why the attempt failed. `entry_deleted`: `AUDIT_DAYS` deleted the entry before it could be sent. Null: it succeeded.',
      }),
      f.EMPTY,
    ),
    duration_ms: Type.Integer({ minimum: 0, description: 'How long the attempt took.', examples: [38] }),
    at: f.time('When the attempt began.'),
    next_attempt_at: f.nullable(f.time('When it was to be tried again.'), f.EMPTY),
    answer: f.nullable(
      Type.String({
        description: `The first ${MOST_ANSWER_BYTES} bytes of the answer, for super administrators only. Null for all others, or if there was none.`,
      }),
      f.EMPTY,
    ),
  },
  { $id: 'WebhookDelivery', description: 'An attempt to send an event to a webhook.' },
)
