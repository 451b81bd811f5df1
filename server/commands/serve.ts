import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type ConnectOptions, connect } from '../db/connect.ts'
import { setupLink } from '../identity/setup-codes.ts'
import { createLogger } from '../logger.ts'
import { type Prepared, prepare } from '../prepare.ts'
import { createDailyCounts } from '../secrets/daily-counts.ts'
import { createTokenUsage } from '../secrets/token-usage.ts'
import { version } from '../version.ts'
import { buildInBackground } from './console-build.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { configOf, type Shell } from './shell.ts'

/** The service, serving. */
export interface Service {
  logger: Logger
  /** Requests in flight are finished, new ones refused; then the database closes. */
  stop: () => Promise<void>
}

/** How late it may be known that a token was used. */
const WRITE_USAGE_MS = 30_000

/**
 * Starts the service. It listens first and is prepared then, answering 503 in between: a second service on the same
 * port fails before it has touched the database.
 * @param onListening told before anything is printed, so that whoever reads the address can stop the service as well
 */
export async function serve(shell: Shell, onListening: (service: Service) => void): Promise<void> {
  const config = configOf(shell)
  if (config.workers > 1 && cluster.isPrimary) {
    const { serveByWorkers } = await import('./workers.ts')
    return serveByWorkers(shell, config, onListening)
  }
  if (cluster.isWorker) sendHeartbeats()
  const logger = createLogger(config.logLevel, cluster.worker?.id)
  const connection = connect(config.databaseUrl, {
    ...queryLog(logger),
    replicaUrls: config.replicaUrls,
    onWriteFault: (err) =>
      err === undefined
        ? logger.info('the database can be written again')
        : logger.error({ err }, 'the database cannot be written; /readyz answers 503 until it can'),
    onReplicaFault: (replica, err) => logger.warn({ replica, err }, 'replica is not used'),
  })
  const tokenUsage = createTokenUsage(connection.db)
  const dailyCounts = createDailyCounts(connection.db)
  const writeUsage = async () => {
    await tokenUsage.flush().catch((err) => logger.warn({ err }, 'uses of tokens were not written'))
    await dailyCounts.flush().catch((err) => logger.warn({ err }, 'counts of the day were not written'))
  }
  const writing = setInterval(writeUsage, WRITE_USAGE_MS)
  let isStarting = true
  let endBuild = async () => {}
  const app = await createApp({
    config,
    connection,
    logger,
    tokenUsage,
    dailyCounts,
    isStarting: () => isStarting,
  })
  const stop = async () => {
    await Promise.all([app.close(), endBuild()])
    clearInterval(writing)
    await writeUsage()
    await connection.close()
  }
  try {
    const at = await app.listen({ host: config.host, port: config.port })
    logger.info(`listening at ${at}`)
    onListening({ logger, stop })
    if (cluster.isWorker) {
      await connection.requireCurrent()
      isStarting = false
      return
    }
    const prepared = await prepare(connection, config)
    isStarting = false
    report(prepared, logger)
    greet(shell, config, (app.server.address() as { port: number }).port, prepared)
    endBuild = buildInBackground(logger)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Statements at level debug; never their values, which are people's. */
function queryLog(logger: Logger): ConnectOptions {
  if (!logger.isLevelEnabled('debug')) return {}
  return {
    onQuery: ({ query, queryDurationMillis: ms }) =>
      logger.debug({ sql: query.sql, ms: Math.round(ms * 100) / 100 }, 'query'),
  }
}

export function report({ migrated, permissions, firstAdministrator }: Prepared, logger: Logger): void {
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated')
  const { undeclared, trashed } = permissions
  const isOdd = undeclared.length + trashed.length > 0
  const told = Object.fromEntries(Object.entries(permissions).map(([what, slugs]) => [what, some(slugs)]))
  logger[isOdd ? 'warn' : 'info'](told, 'permissions synced')
  reportAdministrator(firstAdministrator, logger)
}

function reportAdministrator(first: Prepared['firstAdministrator'], logger: Logger): void {
  switch (first?.kind) {
    case 'created':
      logger.info({ user: first.id }, 'the first administrator was made, of ADMIN_EMAIL and ADMIN_PASSWORD')
      break
    case 'taken-over':
      logger.warn(
        { user: first.id },
        'there was a user of ADMIN_EMAIL: they are the administrator now, their password is ADMIN_PASSWORD, and their tokens have ended; see whether their profile is right',
      )
      break
    case 'setup-code':
      logger.warn('there is no administrator: the setup link makes one, and nobody can sign up before')
      break
    case 'ignored':
      logger.info(
        'ADMIN_EMAIL and ADMIN_PASSWORD are ignored: there is an administrator. Remove them; rolecall admin create makes another.',
      )
  }
}

const MOST_TOLD = 20

/** A line of the log is to be read: `permissions sync` names all. */
const some = (slugs: readonly string[]): readonly string[] =>
  slugs.length <= MOST_TOLD ? slugs : [...slugs.slice(0, MOST_TOLD), `and ${slugs.length - MOST_TOLD} more`]

/** One write, so that no line of the log comes between. */
export function greet({ print }: Shell, config: Config, port: number, prepared: Prepared): void {
  const address = addressOf(config, port)
  const base = config.publicUrl ?? address
  const { firstAdministrator: first } = prepared
  const lines = [
    `Rolecall ${version} listens at ${address}`,
    `The console is at ${base}/`,
    `The API is described at ${base}/docs`,
  ]
  if (config.databaseUrl === 'sqlite::memory:')
    lines.push('The database is in memory, and ends with this process.')
  if (first?.kind === 'created' || first?.kind === 'taken-over') {
    lines.push(`The first administrator is ${first.email}`)
  }
  if (first?.kind === 'setup-code') {
    lines.push(`Make the first administrator (works once, for an hour): ${setupLink(base, first.code)}`)
  }
  print(lines.join('\n'))
}

/** Where a browser on this machine reaches it. */
function addressOf({ host }: Config, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
