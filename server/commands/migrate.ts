import { configOf, type Shell, withDatabase } from './shell.ts'

/** Migrates the schema, and lists the applied migrations. */
export async function migrate(shell: Shell): Promise<void> {
  await withDatabase(configOf(shell), {}, async (connection) => {
    const applied = await connection.migrate()
    for (const name of applied) shell.print(`Applied ${name}.`)
    shell.print(`The database is up to date (schema ${await connection.schemaVersion()}).`)
  })
}
