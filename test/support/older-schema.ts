import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Connection } from '../../server/db/connect.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { columnTypes as postgresTypes } from '../../server/db/postgres/engine.ts'
import { columnTypes as sqliteTypes } from '../../server/db/sqlite/engine.ts'
import { engine } from './databases.ts'

/** Applies the statements of all migrations before this one to an empty database. */
export async function migrateUpTo({ db, schemaVersion }: Connection, migration: string): Promise<void> {
  const types = engine === 'postgres' ? postgresTypes : sqliteTypes
  const end = migrations.findIndex(({ name }) => name === migration)
  assert.notEqual(end, -1, migration)
  await schemaVersion()
  for (const statement of types.before) await sql.raw(statement).execute(db)
  for (const [index, { name, statements }] of migrations.slice(0, end).entries()) {
    for (const statement of statements?.(types) ?? []) await sql.raw(statement).execute(db)
    await sql`insert into schema_migrations values (${index + 1}, ${name}, 'x')`.execute(db)
  }
}
