import type { ColumnTypes } from './migration.ts'

/** What a database knows about its installation, such as the fingerprint of its secret. */
export const statements = (t: ColumnTypes): string[] => [
  `create table installation (name ${t.text} primary key, value ${t.text} not null)`,
]
