import type { ColumnTypes } from './migration.ts'

/**
 * Counts failures separately from pending attempts, and stores the addresses and devices that an account has signed in
 * from. Earlier counts used other keys.
 */
export const statements = (t: ColumnTypes): string[] => [
  'delete from attempts',
  `alter table attempts add column pending ${t.int} not null default 0`,
  `alter table attempts add column pending_until ${t.time} not null default '1970-01-01T00:00:00.000Z'`,
  `create table known_places (
    hash ${t.text} primary key,
    failures ${t.int} not null,
    expires_at ${t.time} not null)`,
  'create index known_places_expires_at on known_places (expires_at)',
]
