import type { ColumnTypes } from './migration.ts'
import { recordTable } from './record-table.ts'

/**
 * Webhooks, how far each has got in the audit trail, the events that wait for another attempt, and the attempts of the last 30 days.
 * What was sent is not stored: it is made of the entry again.
 */
export const statements = (t: ColumnTypes): string[] => {
  const webhook = `webhook_id ${t.ref} not null references webhooks (id) on delete cascade`
  return [
    ...recordTable(t, 'webhooks', {
      columns: {
        name: `${t.text} not null generated always as (coalesce(description, url)) stored`,
        url: `${t.text} not null`,
        events: `${t.json} not null`,
        is_active: `${t.flag} not null`,
        description: t.text,
        switched_off_because: t.text,
        switched_off_at: t.time,
        authority: `${t.json} not null`,
        sealed: `${t.text} not null`,
        previous_sealed: t.text,
        previous_secret_ends_at: t.time,
      },
      unique: [],
      sorted: ['url', 'description', 'switched_off_because', 'switched_off_at', 'previous_secret_ends_at'],
    }),
    `create table webhook_states (
      id ${t.id},
      ${webhook} unique,
      position ${t.int} not null,
      failing_since ${t.time},
      succeeded_at ${t.time})`,
    `create table webhook_waiting (
      id ${t.id},
      ${webhook},
      event_uuid ${t.text} not null,
      number ${t.int},
      action ${t.text} not null,
      kind ${t.text} not null,
      subject ${t.text} not null,
      attempts ${t.int} not null,
      next_attempt_at ${t.time})`,
    'create unique index webhook_waiting_event on webhook_waiting (webhook_id, kind, event_uuid)',
    'create index webhook_waiting_due on webhook_waiting (webhook_id, next_attempt_at) where next_attempt_at is not null',
    `create index webhook_waiting_by_hand on webhook_waiting (id) where kind <> 'event'`,
    `create index webhook_waiting_subject on webhook_waiting (webhook_id, subject, number) where kind = 'event'`,
    `create table webhook_deliveries (
      id ${t.id},
      ${webhook},
      event_uuid ${t.text} not null,
      number ${t.int} not null,
      action ${t.text} not null,
      kind ${t.text} not null,
      attempt ${t.int} not null,
      outcome ${t.text} not null,
      status ${t.int},
      fault ${t.text},
      duration_ms ${t.int} not null,
      at ${t.time} not null,
      next_attempt_at ${t.time},
      answer ${t.text})`,
    'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_outcome on webhook_deliveries (webhook_id, outcome, id)',
    `create index webhook_deliveries_number on webhook_deliveries (webhook_id, number) where kind = 'event'`,
    'create index webhook_deliveries_at on webhook_deliveries (at)',
    'create index webhook_deliveries_answer on webhook_deliveries (event_uuid) where answer is not null',
    `create table webhook_dispatch (
      id ${t.id},
      holder ${t.text},
      lease_ends_at ${t.time})`,
    'insert into webhook_dispatch (holder, lease_ends_at) values (null, null)',
  ]
}
