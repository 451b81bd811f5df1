import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { indexMissingRows } from './deferred-text.ts'

type Db = Kysely<Database>

/** An index, or the trigger that adds new rows to a text index. */
export interface Deferrable {
  type: 'index' | 'trigger'
  name: string
  sql: string
}

/**
 * Drops indices, for a command that fills their table and then restores them. The same transaction stores their
 * definitions: if the command is killed, the next start restores them.
 */
export async function deferIndices(db: Db, indices: readonly Deferrable[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    for (const { type, name, sql: definition } of indices) {
      await db.insertInto('deferred_indices').values({ name, definition }).execute()
      await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db)
    }
  })
}

/** Lets other processes write: a process that waits for SQLite's lock retries every 50 to 100 ms. */
const PAUSE_MS = 50

/** Restores the dropped indices one by one, each in its own transactions. */
export async function restoreIndices(db: Db): Promise<void> {
  const deferred = await db.selectFrom('deferred_indices').select('name').orderBy('name').execute()
  for (const { name } of deferred) {
    for (let part = 0, isDone = false; !isDone; part++) {
      isDone = await db.transaction().execute((db) => restorePart(db, name, part))
      await wait(PAUSE_MS)
    }
  }
}

/** @returns whether the index is complete */
async function restorePart(db: Db, name: string, part: number): Promise<boolean> {
  // Read inside the transaction, since another process may restore it concurrently.
  const one = db.selectFrom('deferred_indices').where('name', '=', name).select('definition')
  const index = await one.executeTakeFirst()
  if (!index) return true
  if (!(await indexMissingRows(db, index.definition, part))) return false
  await sql.raw(index.definition).execute(db)
  await db.deleteFrom('deferred_indices').where('name', '=', name).execute()
  return true
}
