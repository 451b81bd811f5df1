import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import type { Config } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { createLogger } from '../logger.ts'
import { prepare } from '../prepare.ts'
import { buildInBackground } from './console-build.ts'
import { Heartbeats, STOP } from './heartbeat.ts'
import { CommandError, type Shell } from './shell.ts'
import { greet, report, type Service } from './start-report.ts'

/** Before a worker that died is replaced: longer each time, lest a fault at the start takes all of the machine. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 30_000
/** A worker that has lived so long did not die of its start. */
const STEADY_MS = 60_000

/**
 * The primary: prepares the database, and keeps so many workers, each a service of its own on the same port. Nothing
 * listens before one of them can serve.
 */
export async function serveByWorkers(
  shell: Shell,
  config: Config,
  onListening: (service: Service) => void,
): Promise<void> {
  if (config.databaseUrl === 'sqlite::memory:') {
    throw new CommandError(
      'A database in memory is of one process; set WORKERS to 1, or DATABASE_URL to a file.',
    )
  }
  const logger = createLogger(config.logLevel)
  await refuseTakenPort(config)
  const connection = connect(config.databaseUrl)
  const prepared = await prepare(connection, config).finally(() => connection.close())
  report(prepared, logger)
  // The workers accept connections themselves. Were the primary to hand them out in turn, one that is on its way to a worker
  // that dies would be neither answered nor closed, and new connections cost a quarter of their rate (3,000 to 4,150 a second).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // What tokens have spent is counted here, for all workers.
  new RateLimiterClusterMaster()
  const workers = new Set<Worker>()
  const serving = new WeakSet<Worker>()
  let isStopping = false
  let delay = FIRST_DELAY_MS
  let endBuild = async () => {}
  const heartbeats = new Heartbeats((worker) => {
    logger.error({ worker: worker.process.pid }, 'a worker hangs and is killed')
    // One that is stopped, or busy, hears no other signal.
    worker.process.kill('SIGKILL')
  })

  const start = () => {
    const born = performance.now()
    const worker = cluster.fork()
    workers.add(worker)
    heartbeats.watch(worker)
    worker.once('listening', () => serving.add(worker))
    worker.once('exit', async (code, signal) => {
      workers.delete(worker)
      if (isStopping) return
      delay = performance.now() - born > STEADY_MS ? FIRST_DELAY_MS : Math.min(delay * 2, LONGEST_DELAY_MS)
      logger.error(
        { worker: worker.process.pid, exitCode: code, signal, delay },
        'a worker died; another takes its place',
      )
      await wait(delay)
      if (!isStopping) start()
    })
    return worker
  }
  const stop = async () => {
    isStopping = true
    const ends = [...workers].map((worker) => once(worker, 'exit'))
    for (const worker of workers) {
      // One that does not serve yet has begun nothing, and would not hear.
      if (serving.has(worker) && worker.isConnected()) worker.send(STOP)
      else worker.process.kill()
    }
    await Promise.all([...ends, endBuild()])
    heartbeats.stop()
  }

  onListening({ logger, stop })
  try {
    const [first] = Array.from({ length: config.workers }, start) as [Worker]
    const { port } = await listening(first)
    greet(shell, config, port, prepared)
    endBuild = buildInBackground(logger)
  } catch (error) {
    await stop()
    throw error
  }
}

/** As a service by itself does, it fails on a port that another has before it touches the database. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  probe.listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** @throws CommandError where the first worker does not come to serve */
async function listening(worker: Worker): Promise<{ port: number }> {
  const ended = once(worker, 'exit').then(() => {
    throw new CommandError('The first worker did not come to serve; it has said why.')
  })
  const [address] = (await Promise.race([once(worker, 'listening'), ended])) as [{ port: number }]
  return address
}
