import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import './compile-cache.js'
import closeWithGrace from 'close-with-grace'
import type { Shell } from './commands/shell.ts'
import type { Service } from './commands/start-report.ts'
import { keepYoungHeapSmall, tuneHeapForLoad } from './heap.ts'

keepYoungHeapSmall()

// After the cache is on, which a static import would not wait for.
const { askSecret } = await import('./commands/ask-secret.ts')
const { STOP } = await import('./commands/heartbeat.ts')
const { runCommand } = await import('./commands/index.ts')

const STOP_WITHIN_MS = 10_000
/** npm passes on what a terminal or a service manager has sent to all processes: so soon, the same signal is no second one. */
const ECHO_MS = 1000

const shell: Shell = {
  env: process.env,
  cwd: process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
  askSecret: (question) => askSecret(question, { input: process.stdin, output: process.stderr }),
  input: () => process.stdin,
  output: () => process.stdout,
  terminal: process.stderr.isTTY ? process.stderr : undefined,
  interruption: () => {
    const controller = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort())
    return controller.signal
  },
}

// Whoever read has had enough, as in `rolecall --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Serves until a signal or an error nobody caught. A second one, or ten seconds, end the process at once. */
function untilStopped({ logger, stop }: Service): void {
  tuneHeapForLoad()
  const hard = (why: string) => logger.fatal(`stopped hard: ${why}`)
  const secondSignal = (signal: string) => hard(`a second signal, ${signal}`)
  const options: closeWithGrace.Options = {
    delay: STOP_WITHIN_MS,
    logger: false,
    // Faults of the machine, after which no JavaScript can be trusted to run.
    skip: ['SIGINT', 'SIGTERM', 'SIGILL', 'SIGTRAP', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit'],
    onSecondSignal: secondSignal,
    onSecondError: () => hard('an error while stopping'),
    onTimeout: (ms) => hard(`requests were still in flight after ${ms} ms`),
  }
  let isStopping = false
  let told: { signal: string; at: number } | undefined
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    isStopping = true
    if (err) logger.fatal({ err }, 'stopping after an error that nobody caught')
    else logger.info({ signal: signal ?? told?.signal }, 'stopping')
    await stop()
    logger.info('stopped')
    await new Promise((flushed) => logger.flush(flushed))
  })
  if (cluster.isWorker) {
    stopWhenTold(() => isStopping || close())
    return
  }
  const onSignal = (signal: string) => {
    if (!isStopping) {
      told = { signal, at: performance.now() }
      void close()
    } else if (signal !== told?.signal || performance.now() - told.at > ECHO_MS) {
      secondSignal(signal)
      process.exit(1)
    }
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

/**
 * A worker is stopped by its primary. Terminals and supervisors send their signals to all processes at once: to a worker,
 * none is a second one.
 */
function stopWhenTold(stop: () => void): void {
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  process.on('message', (message) => {
    // The counts of calls that the primary keeps for all workers come the same way.
    if (message === STOP) stop()
  })
}

process.exitCode = await runCommand(process.argv.slice(2), shell, untilStopped)
// A worker that could not start would live on for its primary's sake.
if (process.exitCode !== 0) cluster.worker?.disconnect()
flushCompileCache()
