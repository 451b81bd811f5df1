import type { ColumnTypes } from './migration.ts'

/** Sessions that a browser keeps in a cookie end without use; null: the token is sent by its client. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column idle_ends_at ${t.time}`,
  'create index tokens_idle_ends_at on tokens (idle_ends_at) where idle_ends_at is not null',
]
