import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A database of a test's own. */
interface TestDatabase {
  url: string
  drop: () => Promise<void>
}

/** Where PostgreSQL is, for a run on that engine; its user may make databases. */
const SERVER = process.env.TEST_DATABASE_URL

export const engine = SERVER ? 'postgres' : 'sqlite'

/** An empty database of the engine that the run is on. */
export const newDatabase = (): Promise<TestDatabase> => (SERVER ? newPostgres(SERVER) : newSqlite())

async function newSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-test-'))
  return {
    url: `sqlite:${join(folder, 'rolecall.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

let made = 0

async function newPostgres(server: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++made}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
