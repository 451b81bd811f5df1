import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { indexMissingRows } from './search/deferred-text.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

/** An index, or the trigger that shows each new row to a text index. */
export interface Deferrable {
  type: 'index' | 'trigger'
  name: string
  sql: string
}

/**
 * Drops indices, for a command that fills their table and has them made again. What they were is noted in the same
 * transaction: should the command not live to do so, the next start does.
 */
export async function deferIndices(db: Db, indices: readonly Deferrable[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    for (const { type, name, sql: definition } of indices) {
      await db.insertInto('deferred_indices').values({ name, definition }).execute()
      await sql`drop ${sql.raw(type)} ${sql.ref(name)}`.execute(db)
    }
  })
}

/** So that others have their turn: who waits for SQLite's lock looks again every 50 to 100 ms. */
const PAUSE_MS = 50

/** Makes the indices again that were dropped: one after the other, in transactions of their own. */
export async function restoreIndices(db: Db): Promise<void> {
  const deferred = await db.selectFrom('deferred_indices').select('name').orderBy('name').execute()
  for (const { name } of deferred) {
    for (let part = 0, isDone = false; !isDone; part++) {
      isDone = await db.transaction().execute((db) => restorePart(db, name, part))
      await wait(PAUSE_MS)
    }
  }
}

/** @returns whether it is whole again */
async function restorePart(db: Db, name: string, part: number): Promise<boolean> {
  // Asked inside, since another process may be at it.
  const one = db.selectFrom('deferred_indices').where('name', '=', name).select('definition')
  const index = await one.executeTakeFirst()
  if (!index) return true
  if (!(await indexMissingRows(db, index.definition, part))) return false
  await sql.raw(index.definition).execute(db)
  await db.deleteFrom('deferred_indices').where('name', '=', name).execute()
  return true
}
