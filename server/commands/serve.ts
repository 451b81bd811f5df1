import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { createDailyCounts } from '../credentials/daily-counts.ts'
import { createTokenUsage } from '../credentials/token-usage.ts'
import { type ConnectOptions, connect } from '../db/connect.ts'
import { createLogger } from '../logger.ts'
import { prepare } from '../prepare.ts'
import { buildInBackground } from './console-build.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { configOf, type Shell } from './shell.ts'
import { greet, report, type Service } from './start-report.ts'

/** The interval between flushes of token uses and daily counts. */
const WRITE_USAGE_MS = 30_000

/**
 * Starts the service. It listens before it prepares the database, with 503 responses in between, so that a second service
 * on the same port fails before it touches the database.
 * @param onListening called before the address is printed, so that a reader of the output can already stop the service
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
    // The primary has prepared the database, so a worker is ready as soon as it listens.
    if (cluster.isWorker) {
      await connection.requireCurrent()
      isStarting = false
    }
    const at = await app.listen({ host: config.host, port: config.port })
    logger.info(`listening at ${at}`)
    onListening({ logger, stop })
    if (cluster.isWorker) return
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

/** Logs statements at level debug, without their values, which are personal data. */
function queryLog(logger: Logger): ConnectOptions {
  if (!logger.isLevelEnabled('debug')) return {}
  return {
    onQuery: ({ query, queryDurationMillis: ms }) =>
      logger.debug({ sql: query.sql, ms: Math.round(ms * 100) / 100 }, 'query'),
  }
}
