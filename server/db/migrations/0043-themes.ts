import { reportingViews } from '../reporting/statements.ts'
import type { ColumnTypes } from './migration.ts'

/** The theme of the console that a user has chosen; it follows them to other browsers, like their language. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table users add column theme ${t.text}`,
  ...reportingViews(t, 43),
]
