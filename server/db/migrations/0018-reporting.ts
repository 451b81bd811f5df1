import { reportingSchema, reportingViews } from '../reporting/statements.ts'
import type { ColumnTypes } from './migration.ts'

/** Views for programs that read the database with SQL: docs/schema.md describes them. */
export const statements = (t: ColumnTypes): string[] => [...reportingSchema(t), ...reportingViews(t, 18)]
