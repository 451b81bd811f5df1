import type { ColumnTypes } from './migration.ts'

/** The maker of a token for another user: their permissions limit it, and it ends with them. New sign-ins replace old ones. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column maker_id ${t.ref} references users (id) on delete cascade`,
  `alter table tokens add column is_sign_in ${t.flag} not null default false`,
  'update tokens set maker_id = created_by where created_by <> user_id',
  "update tokens set is_sign_in = true where name = 'sign-in' and created_by is null",
  'create index tokens_maker_id on tokens (maker_id) where maker_id is not null',
]
