import { sql } from 'kysely'
import { digest } from '../crypto/digest.ts'
import { connect } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'

/**
 * The emails and usernames that a dry run would have stored so far. They are in an unnamed temporary database file, so a
 * million rows take no memory, and stored as digests, so no personal data is left behind.
 */
export interface Seen {
  add: (keys: readonly string[]) => Promise<void>
  has: (key: string) => Promise<boolean>
  close: () => Promise<void>
}

export async function openSeen(): Promise<Seen> {
  const connection = connect('sqlite:')
  const { db } = connection
  await sql`create table seen (key text primary key) without rowid`.execute(db)
  return {
    add: (keys) => db.transaction().execute((db) => addAll(db, keys)),
    has: async (key) => {
      const { rows } = await sql`select 1 from seen where key = ${digest(key)}`.execute(db)
      return rows.length > 0
    },
    close: () => connection.close(),
  }
}

async function addAll(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of keys) await sql`insert or ignore into seen (key) values (${digest(key)})`.execute(db)
}
