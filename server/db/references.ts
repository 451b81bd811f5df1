import { dialectOf, type Reference } from './dialect.ts'
import type { Db, RecordTableName } from './tables.ts'

export type { Reference } from './dialect.ts'

/**
 * The references to clear in batches before a record is deleted, as the foreign keys declare them; none if the cascade
 * does not block the event loop. References that prevent the deletion, from child records, are reported by the delete
 * operation.
 */
export const referencesToClear = (db: Db, table: RecordTableName): Promise<readonly Reference[]> =>
  dialectOf(db).referencesToClear(db, table)
