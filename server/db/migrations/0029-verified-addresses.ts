import { reportingViews } from '../reporting/statements.ts'
import type { ColumnTypes } from './migration.ts'

/**
 * When a user's address was verified, and the language of their mails. Of existing users those count as verified whom
 * somebody else created: who signed up without a mail cannot be told apart from a stranger with their address.
 */
export const statements = (t: ColumnTypes): string[] => [
  `alter table users add column email_verified_at ${t.time}`,
  ...['users', 'registrations'].map((table) => `alter table ${table} add column language ${t.text}`),
  'update users set email_verified_at = created_at where created_by is not null',
  ...reportingViews(t, 29),
]
