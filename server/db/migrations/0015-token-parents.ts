import type { ColumnTypes } from './migration.ts'

/** Which token made a token: it ends with it. Sign-ins are told apart: what they make outlives them. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column parent_id ${t.ref} references tokens (id) on delete cascade`,
  'create index tokens_parent_id on tokens (parent_id) where parent_id is not null',
  // Made by a token that somebody else had made, for its maker: whose power it was besides is not known any more.
  'delete from tokens where maker_id = user_id',
]
