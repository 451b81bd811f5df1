import { SqliteAdapter, sql } from 'kysely'
import type { EngineDialect, TableColumn } from '../dialect.ts'
import { databaseFault, isLastingFault, isUniqueViolation } from './faults.ts'
import { forgetDeletedTexts } from './search-index.ts'
import { findParts } from './text-search.ts'

export const dialect: EngineDialect = {
  pipelineDepth: 1,
  blocksEventLoop: true,
  hasQuickIdLists: true,
  identity: sql`select value as identity from installation where name = 'database.id'`,
  errors: {
    isUniqueViolation,
    // Its errors name no index.
    violatedConstraint: () => undefined,
    isUnstorableText: () => false,
    databaseFault,
    isLastingFault,
  },
  // The aggregate of database.ts: eight bytes per id.
  idList: {
    of: (column) => sql`id_list(${column})`,
    read: (value) => {
      const { buffer, byteOffset, byteLength } = value as Uint8Array<ArrayBuffer>
      return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength))
    },
  },
  idsValue: (ids) => `[${ids}]`,
  isInIdsValue: (column, value) => sql`${column} in (select value from json_each(${value}))`,
  textRows: (texts) => sql`json_each(${JSON.stringify(texts)}) as asked`,
  tableColumns: sql<TableColumn>`
    select l.name as "table", c.name as "column", c.pk = 1 as is_key, c.hidden in (2, 3) as is_generated
    from sqlite_schema s, pragma_table_list l, pragma_table_xinfo(l.name) c
    where s.type = 'table' and l.schema = 'main' and l.name = s.name and l.type = 'table' and s.name not glob 'sqlite_*'
    order by s.rowid`,
  // A cascade would block the event loop in one statement, and a role may have a million users.
  referencesToClear: async (db, table) => {
    // Owned rows first: their other references then need no update.
    const { rows } = await sql<{ table: string; column: string; action: string }>`
      select s.name as "table", f."from" as "column", f.on_delete as action
      from sqlite_schema s, pragma_foreign_key_list(s.name) f
      where s.type = 'table' and s.sql like '% references %' and f."table" = ${table} and f.on_delete <> 'NO ACTION'
      order by f.on_delete`.execute(db)
    return rows.map(({ table, column, action }) => ({ table, column, isOwned: action === 'CASCADE' }))
  },
  forgetDeletedTexts,
  findParts,
}

export class Adapter extends SqliteAdapter {
  readonly dialect = dialect

  /** Turns off Kysely's queue of connections: the driver has its own queue of writes. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
