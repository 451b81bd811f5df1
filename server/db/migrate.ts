import { type Kysely, sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import type { ColumnTypes } from './migrations/migration.ts'
import type { Database } from './tables.ts'

/** The database has migrations that this version does not know. */
export class NewerDatabaseError extends Error {
  constructor(found: number) {
    super(
      `The database is of a newer version of Rolecall (schema ${found}; this version knows ${migrations.length}). ` +
        'Start the newer version, or restore a backup from before the upgrade.',
    )
  }
}

/** The database lacks migrations that this version needs. */
export class OutdatedDatabaseError extends Error {
  constructor(pending: number) {
    const what = pending === 1 ? 'a migration' : `${pending} migrations`
    super(`The database needs ${what} first. Run \`rolecall migrate\`, or start the service.`)
  }
}

/** How many migrations have been applied to the database; 0 for an empty one. */
export async function schemaVersion(db: Kysely<Database>): Promise<number> {
  await sql`create table if not exists schema_migrations (
    version integer primary key, name text not null, applied_at text not null)`.execute(db)
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from schema_migrations`.execute(db)
  return rows[0]?.version ?? 0
}

/** @throws NewerDatabaseError, OutdatedDatabaseError */
export async function requireCurrent(db: Kysely<Database>): Promise<void> {
  const version = await schemaVersion(db)
  if (version > migrations.length) throw new NewerDatabaseError(version)
  if (version < migrations.length) throw new OutdatedDatabaseError(migrations.length - version)
}

/**
 * Applies the pending migrations, each in its own transaction.
 * @returns the names of the applied migrations
 * @throws NewerDatabaseError
 */
export async function migrate(db: Kysely<Database>, types: ColumnTypes): Promise<string[]> {
  const version = await schemaVersion(db)
  if (version > migrations.length) throw new NewerDatabaseError(version)
  for (const statement of types.before) await sql.raw(statement).execute(db)
  const applied: string[] = []
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    const isApplied = await db.transaction().execute(async (db) => {
      // Read inside the transaction, since another process may be starting on the same database.
      if ((await schemaVersion(db)) > index) return false
      for (const statement of migration.statements?.(types) ?? []) await sql.raw(statement).execute(db)
      await migration.run?.(db, types)
      await sql`insert into schema_migrations (version, name, applied_at)
        values (${index + 1}, ${migration.name}, ${new Date().toISOString()})`.execute(db)
      return true
    })
    if (isApplied) applied.push(migration.name)
  }
  return applied
}
