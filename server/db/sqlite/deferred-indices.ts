import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { ALONE } from '../engine.ts'
import type { Database } from '../tables.ts'

type Db = Kysely<Database>

export interface Deferrable {
  name: string
  sql: string
}

/**
 * Drops indices, for a command that fills their table and then restores them. The same transaction stores their
 * definitions: if the command is killed, the next start restores them.
 */
export async function deferIndices(db: Db, indices: readonly Deferrable[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    for (const { name, sql: definition } of indices) {
      await db.insertInto('deferred_indices').values({ name, definition }).execute()
      await sql`drop index ${sql.ref(name)}`.execute(db)
    }
  })
}

/** Lets other processes write: a process that waits for SQLite's lock retries every 50 to 100 ms. */
const PAUSE_MS = 50

/** Restores the dropped indices, each in its own transaction. */
export async function restoreIndices(db: Db): Promise<void> {
  const deferred = await db.selectFrom('deferred_indices').select('name').orderBy('name').execute()
  for (const { name } of deferred) {
    await db
      .transaction()
      .setIsolationLevel(ALONE)
      .execute((db) => restore(db, name))
    await wait(PAUSE_MS)
  }
}

async function restore(db: Db, name: string): Promise<void> {
  // Read inside the transaction, since another process may restore it concurrently.
  const one = db.selectFrom('deferred_indices').where('name', '=', name).select('definition')
  const index = await one.executeTakeFirst()
  if (!index) return
  await sql.raw(index.definition).execute(db)
  await db.deleteFrom('deferred_indices').where('name', '=', name).execute()
}
