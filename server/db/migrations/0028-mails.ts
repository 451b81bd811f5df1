import type { ColumnTypes } from './migration.ts'

/** The outbox. */
export const statements = (t: ColumnTypes): string[] => [
  `create table mails (
    id ${t.id},
    uuid ${t.text} not null unique,
    kind ${t.text} not null,
    address ${t.text} not null,
    user_id ${t.ref} references users (id) on delete set null,
    registration_id ${t.ref} references registrations (id) on delete set null,
    language ${t.text},
    is_bulk ${t.flag} not null,
    state ${t.text} not null,
    attempts ${t.int} not null,
    next_attempt_at ${t.time} not null,
    expires_at ${t.time},
    limit_key ${t.text} not null,
    message_id ${t.text},
    reply ${t.text},
    sealed ${t.text},
    created_at ${t.time} not null,
    ended_at ${t.time})`,
  `create index mails_due on mails (is_bulk, next_attempt_at, id) where state = 'waiting'`,
  'create index mails_limit on mails (limit_key, created_at)',
  'create index mails_ended on mails (state, ended_at) where ended_at is not null',
  ...['user_id', 'registration_id'].map(
    (column) => `create index mails_${column} on mails (${column}) where ${column} is not null`,
  ),
]
