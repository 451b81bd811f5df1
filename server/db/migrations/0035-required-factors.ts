import { reportingViews } from '../reporting/statements.ts'
import { watchColumns } from './0012-change-rows.ts'
import type { ColumnTypes } from './migration.ts'

/** Roles that require a second factor. Whether a token may only add one is asked at each use, from the cached access. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table roles add column requires_second_factor ${t.flag} not null default false`,
  ...watchColumns(t, 'roles', ['slug', 'is_active', 'deleted_at', 'requires_second_factor']),
  ...watchColumns(t, 'users', ['is_active', 'deleted_at', 'email_key', 'username_key', 'has_second_factor']),
  ...watchColumns(t, 'tokens', ['user_id', 'hash', 'expires_at', 'permissions', 'proven_by_factor']),
  ...reportingViews(t, 37),
]
