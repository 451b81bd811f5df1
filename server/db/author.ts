import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { isPostgres } from './postgres.ts'

/**
 * Names who writes, for the rows of `changes`: a user is shown by replicas what they wrote. To be called first in a
 * transaction. On SQLite, which has no replicas, nothing asks for it.
 */
export async function nameAuthor(db: Db, userId: number): Promise<void> {
  if (isPostgres(db)) await sql`select set_config('rolecall.author', ${String(userId)}, true)`.execute(db)
}
