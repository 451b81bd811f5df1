import { CompiledQuery, Kysely, type LogEvent, sql } from 'kysely'
import { createRecordCache, type RecordCache } from './cache/record-cache.ts'
import type { Changes } from './changes/changes.ts'
import { dialectOf, type EngineErrors } from './dialect.ts'
import { ConnectError, type Engine, type EngineOptions, type Reading, type ReadReplicas } from './engine.ts'
import { migrate, requireCurrent, schemaVersion } from './migrate.ts'
import { featuresOf } from './per-db.ts'
import { createPositions, type Positions } from './positions.ts'
import { dialect as postgres } from './postgres/dialect.ts'
import { openPostgres } from './postgres/engine.ts'
import { MAX_READ_MS } from './queries/long-reads.ts'
import { dialect as sqlite } from './sqlite/dialect.ts'
import { openSqlite } from './sqlite/engine.ts'
import type { Database, Db } from './tables.ts'
import { limitedRunner } from './transactions/writes.ts'
import { WriteHealth } from './write-health.ts'

/** What opening a database gives the service. */
export interface Connection {
  db: Db
  /** The database file, if it is one. */
  file: string | undefined
  /** Counts the changes of cached data: see access/memory/memory.ts. */
  changes: Readonly<Changes>
  /** Brings `changes` up to date. @returns false if writes of other processes may be missing: do not use the cache then */
  syncChanges: () => boolean
  /** See {@link Engine}. */
  isAccessUnchanged: Engine['isAccessUnchanged']
  /** For a request that only reads: the cache of records, when it reflects all commits before the call; undefined if it cannot. */
  currentRecords: () => Promise<RecordCache | undefined>
  /** Threads or connections for long reads. */
  longReadsAtOnce: number
  /** See {@link Engine}. */
  flushed: Engine['flushed']
  /** See {@link Engine}. */
  recorded: Engine['recorded']
  positions: Positions
  /** What the errors of its statements mean. */
  errors: EngineErrors
  /** Read replicas; undefined if there are none. */
  replicas: ReadReplicas | undefined
  /** Work that the engine needs at intervals. */
  jobs: readonly { name: string; intervalMs: number; run: () => Promise<void> }[]
  /** @throws unless records can be read and written; decides within a second and without writing */
  requireReady(): Promise<void>
  /** @returns the names of the migrations applied @throws NewerDatabaseError */
  migrate(): Promise<string[]>
  schemaVersion(): Promise<number>
  /** @throws NewerDatabaseError, OutdatedDatabaseError unless the schema is this version's */
  requireCurrent(): Promise<void>
  /** Fills empty tables in one transaction, in any order: references are checked at its end. */
  fill<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Drops indices that slow down filling their table. The next start restores them, too. */
  defer(indices: readonly string[]): Promise<void>
  restoreDeferred(): Promise<void>
  /** Writes a consistent copy to a new or empty file, without blocking reads and writes. */
  copyTo(file: string): Promise<void>
  close(): Promise<void>
}

export interface ConnectOptions extends EngineOptions {
  /** Called for every statement, for logs at debug level and for tests that count statements. */
  onQuery?: (event: LogEvent) => void
  /** Read replicas of a PostgreSQL database. */
  replicaUrls?: readonly string[]
  /** Called when a replica cannot be used, with its host and port. */
  onReplicaFault?: (replica: string, error: unknown) => void
}

/** By the scheme of their URLs. */
const ENGINES = [
  { urls: /^postgres(ql)?:/, open: openPostgres, errors: postgres.errors },
  { urls: /^sqlite:/, open: openSqlite, errors: sqlite.errors },
]

/** @param url `sqlite:path/to/file.db`, `sqlite::memory:` or `postgres://…` @throws ConnectError */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const health = new WriteHealth({
    isLasting: (error) => dialectOf(db).errors.isLastingFault(error),
    tryWrite: () => NOOP_WRITE.execute(db),
    onChange: options.onWriteFault,
  })
  const engine = ENGINES.find(({ urls }) => urls.test(url))?.open(url, { ...options, health })
  if (!engine) throw new ConnectError('The URL of a database begins with postgres: or sqlite:.')
  const db = openDb(engine, options)
  const { longestReadMs = MAX_READ_MS, replicaUrls = [], onReplicaFault } = options
  const long =
    engine.longReads &&
    openDb({ dialect: engine.longReads.dialect(longestReadMs), plugins: engine.plugins }, options)
  const writes = engine.writes && openDb({ dialect: engine.writes.dialect, plugins: engine.plugins }, options)
  const records = createRecordCache(engine.changes)
  const features = featuresOf(db)
  features.longReads = long
  if (writes && engine.writes) features.runWrite = limitedRunner(writes, engine.writes.connections)
  const replicas =
    replicaUrls.length > 0
      ? engine.replicas?.(replicaUrls, {
          openDb: (reading) => openDb(reading, options),
          onFault: onReplicaFault,
        })
      : undefined
  return {
    db,
    file: engine.file,
    changes: engine.changes,
    syncChanges: engine.syncChanges,
    isAccessUnchanged: engine.isAccessUnchanged,
    currentRecords: async () => ((await engine.allChanges()) ? records() : undefined),
    longReadsAtOnce: engine.longReads?.atOnce ?? 1,
    flushed: engine.flushed,
    recorded: engine.recorded,
    positions: createPositions(db, engine.progress),
    errors: dialectOf(db).errors,
    replicas,
    jobs: engine.jobs.map((job) => ({ ...job, run: () => job.run(db) })),
    requireReady: () =>
      within(
        READY_MS,
        engine.requireReady().then(() => health.requireWritable()),
      ),
    migrate: () =>
      engine.exclusively(db, async (db) => {
        const applied = await migrate(db, engine.columnTypes)
        await engine.restoreDeferred(db)
        return applied
      }),
    schemaVersion: () => schemaVersion(db),
    requireCurrent: () => requireCurrent(db),
    fill: (run) => engine.fill(db, run),
    defer: (indices) => engine.defer(db, indices),
    restoreDeferred: () => engine.exclusively(db, engine.restoreDeferred),
    copyTo: (target) => engine.copyTo(db, target),
    close: async () => {
      await Promise.all([replicas?.close(), long?.destroy(), writes?.destroy()])
      await db.destroy()
    },
  }
}

/** A write that changes nothing. */
const NOOP_WRITE = sql`update "schema_migrations" set "version" = "version" where "version" = 1`

/** Readiness probes are answered within a second. */
export const READY_MS = 800

/** The database did not answer in time. */
class TimeoutFault extends ConnectError {}

function within<T>(ms: number, running: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeoutFault(`The database did not answer within ${ms} ms.`)), ms)
  return Promise.race([running, promise]).finally(() => clearTimeout(timer))
}

function openDb(engine: Reading, { onQuery }: ConnectOptions): Db {
  const { dialect, plugins, read } = engine
  const db: Db = new Kysely<Database>({ dialect, plugins, ...(onQuery && { log: onQuery }) })
  if (read) featuresOf(db).read = logged(read, onQuery)
  return db
}

/** Logs direct reads as Kysely logs its own statements. */
function logged(
  read: NonNullable<Engine['read']>,
  onQuery: ConnectOptions['onQuery'],
): NonNullable<Engine['read']> {
  if (!onQuery) return read
  return async (sql, parameters) => {
    const start = performance.now()
    const rows = await read(sql, parameters)
    const query = CompiledQuery.raw(sql, [...parameters])
    onQuery({ level: 'query', query, queryDurationMillis: performance.now() - start })
    return rows
  }
}

/** Why the database cannot be used at all, for an error whose connection is not known, such as that of a command. */
export const databaseFault = (error: unknown): string | undefined =>
  ENGINES.map(({ errors }) => errors.databaseFault(error)).find((fault) => fault !== undefined)

export { ConnectError }
