import type { ColumnTypes } from './migration.ts'

/**
 * A number is given to an entry that the same statement has read, so its foreign key could not fail. The check locks each entry, and so
 * writes it again.
 */
export const statements = (t: ColumnTypes): string[] =>
  t.engine === 'postgres' ? ['alter table audit_numbers drop constraint audit_numbers_entry_id_fkey'] : []
