import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import './compile-cache.js'
import closeWithGrace from 'close-with-grace'
import type { Shell } from './commands/shell.ts'
import type { RunningService } from './commands/start-report.ts'
import { keepYoungHeapSmall, tuneHeapForLoad } from './heap.ts'

keepYoungHeapSmall()

// Dynamic imports, so that the compile cache is enabled first.
const { askSecret } = await import('./commands/ask-secret.ts')
const { STOP } = await import('./commands/heartbeat.ts')
const { runCommand } = await import('./commands/index.ts')

const STOP_WITHIN_MS = 10_000
/** npm forwards signals that the process also gets directly: within this time, the same signal does not count as a second one. */
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

// The reader may close the pipe early, as in `rolecall --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Serves until a signal or an uncaught error. A second one, or a timeout of ten seconds, kills the process. */
function untilStopped({ logger, stop }: RunningService): void {
  tuneHeapForLoad()
  const hard = (why: string) => logger.fatal(`stopped hard: ${why}`)
  const secondSignal = (signal: string) => hard(`a second signal, ${signal}`)
  const options: closeWithGrace.Options = {
    delay: STOP_WITHIN_MS,
    logger: false,
    // After machine faults, JavaScript cannot be trusted to run.
    skip: ['SIGINT', 'SIGTERM', 'SIGILL', 'SIGTRAP', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit'],
    onSecondSignal: secondSignal,
    onSecondError: () => hard('an error while stopping'),
    onTimeout: (ms) => hard(`requests were still in flight after ${ms} ms`),
  }
  let isStopping = false
  let first: { signal: string; at: number } | undefined
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    isStopping = true
    if (err) logger.fatal({ err }, 'stopping after an error that nobody caught')
    else logger.info({ signal: signal ?? first?.signal }, 'stopping')
    await stop()
    logger.info('stopped')
    await new Promise((flushed) => logger.flush(flushed))
  })
  if (cluster.isWorker) {
    stopOnMessage(() => isStopping || close())
    return
  }
  const onSignal = (signal: string) => {
    if (!isStopping) {
      first = { signal, at: performance.now() }
      void close()
    } else if (signal !== first?.signal || performance.now() - first.at > ECHO_MS) {
      secondSignal(signal)
      process.exit(1)
    }
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

/**
 * The primary stops its workers. Terminals and supervisors signal all processes at once, so a worker never counts a signal
 * as a second one.
 */
function stopOnMessage(stop: () => void): void {
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  process.on('message', (message) => {
    // The messages of the token rate limiter arrive here too.
    if (message === STOP) stop()
  })
}

process.exitCode = await runCommand(process.argv.slice(2), shell, untilStopped)
// The channel to the primary would keep a worker alive that failed to start.
if (process.exitCode !== 0) cluster.worker?.disconnect()
flushCompileCache()
