import type { ColumnTypes } from './migration.ts'

/**
 * Whose an address or device is, and which of both: so many of each are kept of an account. What is known from before is
 * nobody's, until the account signs in there again or it expires. Nothing refers to the user: it expires without them, too.
 */
export const statements = (t: ColumnTypes): string[] => [
  `alter table known_places add column user_id ${t.ref}`,
  `alter table known_places add column is_device ${t.flag} not null default false`,
  'create index known_places_of_user on known_places (user_id, is_device, expires_at) where user_id is not null',
]
