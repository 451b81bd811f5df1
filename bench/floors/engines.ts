import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Statement } from '../operations/operation.ts'

export type Row = Record<string, unknown>

/** Prepares a statement once; the returned function runs it. */
export type Prepare = (statement: Statement) => (values: (string | number)[]) => Row[] | Promise<Row[]>

export const prepareOn = (databaseUrl: string): Prepare =>
  databaseUrl.startsWith('sqlite:') ? onSqlite(databaseUrl.slice('sqlite:'.length)) : onPostgres(databaseUrl)

function onSqlite(file: string): Prepare {
  const database = new DatabaseSync(file, { readOnly: true })
  return ({ text, json, fills }) => {
    const statement = database.prepare(text.replaceAll('JSON_OBJECT', 'json_object'))
    return (values) => {
      const rows = (fills === 'item' ? [statement.get(...values)] : statement.all(...values)) as Row[]
      // SQLite stores JSON as text.
      for (const row of rows)
        for (const name of json) if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
      return rows
    }
  }
}

/** As many connections as the service has, and its parsing of numbers. */
const POOL_SIZE = 10
const INT8 = 20

function onPostgres(connectionString: string): Prepare {
  const types = {
    getTypeParser: (oid: number, format?: unknown) =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  } as pg.CustomTypesConfig
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE, types })
  let count = 0
  return ({ text }) => {
    let position = 0
    const numbered = text
      .replaceAll('JSON_OBJECT', 'json_build_object')
      .replaceAll('?', () => `$${++position}`)
    const name = `floor${count++}`
    return async (values) => (await pool.query({ name, text: numbered, values })).rows as Row[]
  }
}
