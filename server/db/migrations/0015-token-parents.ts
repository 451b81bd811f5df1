import type { ColumnTypes } from './migration.ts'

/** The token that made a token, and with which it ends; not a sign-in token: tokens made by a sign-in outlive it. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column parent_id ${t.ref} references tokens (id) on delete cascade`,
  'create index tokens_parent_id on tokens (parent_id) where parent_id is not null',
  // Made for its maker by a token of another user: it is no longer known whose permissions limited that token.
  'delete from tokens where maker_id = user_id',
]
