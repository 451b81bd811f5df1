import type { ColumnTypes } from './migration.ts'

/** Numbers are given to entries that were just read, so a reference would only cost: it locks, and so writes, each entry again. */
export const statements = (t: ColumnTypes): string[] =>
  t.engine === 'postgres' ? ['alter table audit_numbers drop constraint audit_numbers_entry_id_fkey'] : []
