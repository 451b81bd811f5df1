import { type Expression, type SqlBool, sql } from 'kysely'
import type { RecordTableName } from '../../db/tables.ts'

/** A literal, not a bound parameter: otherwise the partial index on inactive records cannot be used. */
export const activityIs = (table: RecordTableName, isActive: boolean): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.is_active`)} = ${sql.lit(isActive)}`
