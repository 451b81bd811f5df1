import type { ColumnTypes } from './migration.ts'

/** A token may be limited to some of what its user may do. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table tokens add column permissions ${t.json}`,
]
