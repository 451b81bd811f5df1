import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { createApp } from '../app.ts'
import { secretSourceOf } from '../config/config.ts'
import { unlockSecret } from '../credentials/unlock-secret.ts'
import { InstallationSecret } from '../crypto/installation-secret.ts'
import { type ConnectOptions, connect } from '../db/connect.ts'
import { startJobs } from '../jobs/job.ts'
import { createLogger } from '../logger.ts'
import { readOverrides } from '../mail/overrides.ts'
import { prepare, type StartOptions, systemContext } from '../prepare.ts'
import { buildInBackground } from './console-build.ts'
import { sendHeartbeats } from './heartbeat.ts'
import { sealingKeyOf } from './sealing-keys.ts'
import { configOf, type Shell } from './shell.ts'
import { greet, type RunningService, report } from './start-report.ts'

/**
 * Starts the service. It listens before it prepares the database, with 503 responses in between, so that a second service
 * on the same port fails before it touches the database.
 * @param onListening called before the address is printed, so that a reader of the output can already stop the service
 */
export async function serve(
  shell: Shell,
  options: StartOptions,
  onListening: (service: RunningService) => void,
): Promise<void> {
  const config = configOf(shell)
  // Before the workers: each would end with the same fault.
  await readOverrides(config.mailTemplates)
  if (config.workers > 1 && cluster.isPrimary) {
    const { serveByWorkers } = await import('./workers.ts')
    return serveByWorkers(shell, config, options, onListening)
  }
  const sealingKey = await sealingKeyOf(config)
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
  let isStarting = true
  let endBuild = async () => {}
  let stopJobs = async () => {}
  const secret = new InstallationSecret()
  const { app, jobs } = await createApp({
    config,
    connection,
    logger,
    secret,
    sealingKey,
    isStarting: () => isStarting,
  })
  const ready = () => {
    isStarting = false
    stopJobs = startJobs(jobs, { logger })
  }
  const stop = async () => {
    await Promise.all([app.close(), endBuild()])
    await stopJobs()
    await connection.close()
  }
  try {
    // The primary has prepared the database, so a worker is ready as soon as it listens.
    if (cluster.isWorker) {
      await connection.requireCurrent()
      await unlockSecret(systemContext(connection), secret, secretSourceOf(config))
      ready()
    }
    const at = await app.listen({ host: config.host, port: config.port })
    logger.info(`listening at ${at}`)
    onListening({ logger, stop })
    if (cluster.isWorker) return
    const prepared = await prepare(connection, config, secret, options)
    ready()
    report(prepared, logger)
    const { port } = app.server.address() as { port: number }
    const build = buildInBackground(logger)
    endBuild = build.end
    await build.begun
    greet(shell, config, port, prepared)
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
