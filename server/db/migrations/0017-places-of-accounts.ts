import type { ColumnTypes } from './migration.ts'

/**
 * The account of an address or device, and which of both it is: a limited number of each is stored per account. Earlier rows
 * have no account until the account signs in there again or the row expires. There is no foreign key to the user: rows of
 * a deleted user expire.
 */
export const statements = (t: ColumnTypes): string[] => [
  `alter table known_places add column user_id ${t.ref}`,
  `alter table known_places add column is_device ${t.flag} not null default false`,
  'create index known_places_of_user on known_places (user_id, is_device, expires_at) where user_id is not null',
]
