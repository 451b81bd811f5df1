import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'

/** A database of a test's own. */
interface TestDatabase {
  url: string
  drop: () => Promise<void>
}

/** The URL of PostgreSQL, in a run on that engine; its user may create databases. */
const SERVER = process.env.TEST_DATABASE_URL

/** All databases of the tests share it: a copy of the template knows it, and processes in several folders agree. */
export const TEST_SECRET = 'the-secret-of-all-databases-of-the-tests'

export const engine = SERVER ? 'postgres' : 'sqlite'

/**
 * A database of the engine that the run is on.
 * @param template the URL of a database to copy, which has no connections; without it, the database is empty
 */
export const newDatabase = (template?: string): Promise<TestDatabase> =>
  SERVER ? newPostgres(SERVER, template) : newSqlite(template)

async function newSqlite(template?: string): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-test-'))
  const file = join(folder, 'rolecall.db')
  if (template !== undefined) copyFileSync(template.slice('sqlite:'.length), file)
  return {
    url: `sqlite:${file}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

let made = 0

async function newPostgres(server: string, template?: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++made}`
  const source = template === undefined ? 'template1' : new URL(template).pathname.slice(1)
  await administer(server, `create database ${name} template ${source}`)
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

/** Reads PostgreSQL's counts of a database: each connection writes its own when it ends, so it waits until all others have. */
export async function readCounts<Row extends pg.QueryResultRow>(
  connectionString: string,
  query: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await eventually(async () => {
      const others = await client.query(
        `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid()`,
      )
      return others.rowCount === 0
    })
    return (await client.query<Row>(query, [...parameters])).rows
  } finally {
    await client.end()
  }
}
