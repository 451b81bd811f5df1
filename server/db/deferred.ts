import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

/**
 * Drops indices, for a command that fills their table and has them made again. What they were is noted in the same
 * transaction: should the command not live to do so, the next start does.
 */
export async function deferIndices(db: Db, indices: readonly { name: string; sql: string }[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    for (const { name, sql: definition } of indices) {
      await db.insertInto('deferred_indices').values({ name, definition }).execute()
      await sql`drop index ${sql.ref(name)}`.execute(db)
    }
  })
}

/** Makes the indices again that were dropped: one after the other, so that others have their turn. */
export async function restoreIndices(db: Db): Promise<void> {
  const deferred = await db.selectFrom('deferred_indices').select('name').orderBy('name').execute()
  for (const { name } of deferred) {
    await db.transaction().execute(async (db) => {
      // Asked inside, since another process may be at it.
      const one = db.selectFrom('deferred_indices').where('name', '=', name).select('definition')
      const index = await one.executeTakeFirst()
      if (!index) return
      await sql.raw(index.definition).execute(db)
      await db.deleteFrom('deferred_indices').where('name', '=', name).execute()
    })
  }
}
