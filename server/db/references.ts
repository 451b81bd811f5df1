import { sql } from 'kysely'
import { blocksEventLoop } from './queries/long-reads.ts'
import type { Db, RecordTableName } from './tables.ts'

/** A column that holds the id of a record. */
export interface Reference {
  table: string
  column: string
  /** Its rows are deleted with the record; otherwise the column becomes null. */
  isOwned: boolean
}

/**
 * The references to clear in batches before a record is deleted, as the foreign keys declare them. SQLite's cascade would
 * block the event loop in one statement, and a role may have a million users; PostgreSQL's cascade runs off the event
 * loop. References that prevent the deletion, from child records, are reported by the delete operation.
 */
export async function referencesToClear(db: Db, table: RecordTableName): Promise<readonly Reference[]> {
  if (!blocksEventLoop(db)) return []
  // Owned rows first: their other references then need no update.
  const { rows } = await sql<{ table: string; column: string; action: string }>`
    select s.name as "table", f."from" as "column", f.on_delete as action
    from sqlite_schema s, pragma_foreign_key_list(s.name) f
    where s.type = 'table' and s.sql like '% references %' and f."table" = ${table} and f.on_delete <> 'NO ACTION'
    order by f.on_delete`.execute(db)
  return rows.map(({ table, column, action }) => ({ table, column, isOwned: action === 'CASCADE' }))
}
