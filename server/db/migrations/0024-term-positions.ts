import { reportingViews } from '../reporting/statements.ts'
import type { ColumnTypes } from './migration.ts'

/** The manual order of terms among their siblings; null for terms that were never placed. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table taxonomies add column position ${t.int}`,
  'create index taxonomies_position on taxonomies (type_id, position) where position is not null',
  ...reportingViews(t, 24),
]
