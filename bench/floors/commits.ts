// The floor of writes, in a process of its own: `commits.ts DATABASE_URL`. It commits rows to its own database, as durably as the
// service: as many rows in one transaction of SQLite as there are clients, or on as many connections to PostgreSQL. Or it hashes
// passwords with as many concurrent hashes as clients.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { hashPassword } from '../../server/credentials/passwords.ts'
import { PASSWORD } from '../data/build.ts'
import { type Commit, writes } from '../operations/writes.ts'
import { answerWith } from '../processes/talk.ts'

export interface Ask {
  name: string
  /** The number of users. */
  users: number
  /** Numbers from here on are unused. */
  from: number
  ms: number
}

interface Raw {
  /** Connects as many writers as these clients need. */
  writers(clients: number): Promise<Writer[]>
}

interface Writer {
  /** How many commits it makes at once. */
  each: number
  commit(commits: readonly Commit[]): void | Promise<void>
}

const [databaseUrl = ''] = process.argv.slice(2)
const raw = databaseUrl.startsWith('sqlite:')
  ? sqlite(databaseUrl.slice('sqlite:'.length))
  : postgres(databaseUrl)

function sqlite(file: string): Raw {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = full; pragma foreign_keys = on')
  database.function('fold', { deterministic: true }, (value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  )
  const prepared = new Map<string, StatementSync>()
  const statementOf = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  const commit: Writer['commit'] = (commits) => {
    statementOf('begin immediate').run()
    for (const { text, values } of commits.flat()) statementOf(text).run(...values.map(plain))
    statementOf('commit').run()
  }
  return { writers: async (clients) => [{ each: clients, commit }] }
}

function plain(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue)
}

function postgres(connectionString: string): Raw {
  const connected: Writer[] = []
  return {
    writers: async (clients) => {
      while (connected.length < clients) connected.push(await postgresWriter(connectionString))
      return connected.slice(0, clients)
    },
  }
}

async function postgresWriter(connectionString: string): Promise<Writer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const names = new Map<string, string>()
  const run = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `c${names.size}`
    names.set(text, name)
    let position = 0
    const numbered = text.replaceAll('?', () => `$${++position}`)
    const bound = values.map((value) =>
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    )
    return client.query({ name, text: numbered, values: bound })
  }
  return {
    each: 1,
    commit: async ([statements = []]) => {
      if (statements.length > 1) await client.query('begin')
      for (const { text, values } of statements) await run(text, values)
      if (statements.length > 1) await client.query('commit')
    },
  }
}

/** @returns the rate per second */
async function measure({ name, users, from, ms }: Ask): Promise<number> {
  const write = writes.find((each) => each.name === name)
  if (!write) throw new Error(`No write is called ${name}.`)
  const { floor, connections } = write
  if (floor.kind === 'hashes') return hashes(connections, ms)
  const writers = await raw.writers(connections)
  const start = performance.now()
  let [begun, done] = [0, 0]
  const commitAll = async ({ each, commit }: Writer) => {
    while (performance.now() - start < ms) {
      const first = from + begun
      begun += each
      await commit(Array.from({ length: each }, (_, index) => floor.commit(users, first + index)))
      done += each
    }
  }
  await Promise.all(writers.map(commitAll))
  return done / ((performance.now() - start) / 1000)
}

async function hashes(atOnce: number, ms: number): Promise<number> {
  const start = performance.now()
  let count = 0
  const work = async () => {
    while (performance.now() - start < ms) {
      await hashPassword(undefined, PASSWORD)
      count++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return count / ((performance.now() - start) / 1000)
}

answerWith<Ask>(measure)
