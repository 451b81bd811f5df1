import type { ColumnTypes } from './migration.ts'

/** A token may be limited to some of its user's permissions. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column permissions ${t.json}`,
]
