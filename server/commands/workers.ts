import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import type { Config } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { createLogger } from '../logger.ts'
import { prepare, type StartOptions } from '../prepare.ts'
import { buildInBackground } from './console-build.ts'
import { Heartbeats, STOP } from './heartbeat.ts'
import { CommandError, type Shell } from './shell.ts'
import { greet, type RunningService, report } from './start-report.ts'

/** Backoff before a dead worker is replaced, so that a fault at the start does not use up the machine. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 30_000
/** A worker that lived longer than this resets the backoff. */
const STEADY_MS = 60_000
/** Sooner than the primary itself is ended by force. */
const KILL_MS = 9000

/**
 * Runs the primary: it prepares the database and keeps the workers running, each a service of its own on the same port.
 * Nothing listens before a worker is ready.
 */
export async function serveByWorkers(
  shell: Shell,
  config: Config,
  options: StartOptions,
  onListening: (service: RunningService) => void,
): Promise<void> {
  if (config.databaseUrl === 'sqlite::memory:') {
    throw new CommandError(
      'A database in memory is of one process; set WORKERS to 1, or DATABASE_URL to a file.',
    )
  }
  const logger = createLogger(config.logLevel)
  await refuseTakenPort(config)
  const connection = connect(config.databaseUrl)
  const prepared = await prepare(connection, config, undefined, options).finally(() => connection.close())
  report(prepared, logger)
  // Workers accept connections themselves. If the primary distributed them, a connection on its way to a dying worker would
  // never be answered or closed, and the rate of new connections would be a quarter lower (3,000 instead of 4,150 a second).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // The token rate limiter counts here, for all workers.
  new RateLimiterClusterMaster()
  const workers = new Set<Worker>()
  const serving = new WeakSet<Worker>()
  let isStopping = false
  let endBuild = async () => {}
  const heartbeats = new Heartbeats((worker) => {
    logger.error({ worker: worker.process.pid }, 'a worker hangs and is killed')
    // A stopped or busy process handles no other signal.
    worker.process.kill('SIGKILL')
  })

  /** @param lastDelay the wait before this worker, if it replaces another */
  const start = (lastDelay = FIRST_DELAY_MS): Worker => {
    const born = performance.now()
    const worker = cluster.fork()
    workers.add(worker)
    heartbeats.watch(worker)
    worker.once('listening', () => serving.add(worker))
    const replace = async (why: object) => {
      workers.delete(worker)
      if (isStopping) return
      const isSteady = performance.now() - born > STEADY_MS
      const delay = isSteady ? FIRST_DELAY_MS : Math.min(lastDelay * 2, LONGEST_DELAY_MS)
      logger.error({ worker: worker.process.pid, ...why, delay }, 'a worker died; another takes its place')
      await wait(delay)
      if (!isStopping) start(delay)
    }
    worker.once('exit', (exitCode, signal) => replace({ exitCode, signal }))
    // A message to a worker that has just died fails. Without a listener, the error would end the primary.
    worker.on('error', (err) => {
      // A process that could not be started has no exit.
      if (worker.process.pid === undefined) void replace({ err })
      else logger.warn({ worker: worker.process.pid, err }, 'a worker cannot be reached')
    })
    return worker
  }
  const stop = async () => {
    isStopping = true
    const ends = [...workers].map(exitOf)
    for (const worker of workers) {
      // A worker that is still starting has no requests to finish, and would not handle the message.
      if (serving.has(worker) && worker.isConnected()) worker.send(STOP, () => undefined)
      else worker.process.kill()
    }
    // A worker that hangs would outlive the primary, and keep the port.
    const killing = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, KILL_MS)
    await Promise.all([...ends, endBuild()])
    clearTimeout(killing)
    heartbeats.stop()
  }

  onListening({ logger, stop })
  try {
    const { port } = await listening(Array.from({ length: config.workers }, () => start()))
    const build = buildInBackground(logger)
    endBuild = build.end
    await build.begun
    greet(shell, config, port, prepared)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Resolves when the worker exits. `once` of `node:events` would reject on an error before that. */
const exitOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => worker.once('exit', () => resolve()))

/** Like a single process, fails on a port in use before it touches the database. */
async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  probe.listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** @returns the address of the first worker that listens @throws CommandError if all exit before they listen */
async function listening(workers: readonly Worker[]): Promise<{ port: number }> {
  const starts = workers.map(async (worker) => {
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('it exited')))
    const [address] = (await Promise.race([once(worker, 'listening'), ended])) as [{ port: number }]
    return address
  })
  return Promise.any(starts).catch(() => {
    throw new CommandError('No worker could start; the log says why.')
  })
}
