import { type Expression, type SqlBool, sql } from 'kysely'
import type { RecordTableName } from '../../db/tables.ts'

/** Written into the statement, not bound: only so can the partial index on inactive records serve it. */
export const activityIs = (table: RecordTableName, isActive: boolean): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.is_active`)} = ${sql.lit(isActive)}`
