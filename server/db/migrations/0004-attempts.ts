import type { ColumnTypes } from './migration.ts'

/** Attempts to sign in and up are counted, across restarts. */
export const statements = (t: ColumnTypes): string[] => [
  `create table attempts (
    hash ${t.text} primary key,
    count ${t.int} not null,
    window_ends_at ${t.time} not null,
    strikes ${t.int} not null,
    blocked_until ${t.time} not null,
    expires_at ${t.time} not null)`,
  'create index attempts_expires_at on attempts (expires_at)',
]
