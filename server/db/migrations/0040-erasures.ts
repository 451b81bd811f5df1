import type { ColumnTypes } from './migration.ts'

/**
 * People who are being erased, until nothing says anything of them any more, and the indices that find what says something: of
 * those who made tokens, of tokens that others made, and of reasons of a transaction.
 */
export const statements = (t: ColumnTypes): string[] => [
  `create table erasures (
    id ${t.id},
    user_id ${t.ref} not null,
    registrations ${t.json} not null,
    tokens ${t.json} not null,
    after ${t.ref} not null,
    batches ${t.json} not null,
    created_at ${t.time} not null,
    repeat_at ${t.time})`,
  'create index audit_entries_maker on audit_entries (token_maker_id, id) where token_maker_id is not null',
  'create index audit_entries_made_token on audit_entries (token_id, id) where token_maker_id is not null',
  'create index audit_entries_reason on audit_entries (batch, id) where reason is not null',
]
