import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const SERVER = join(import.meta.dirname, '../../server')

/** Starts the command line like `bin/rolecall.js`. */
const commandLineOf = (server = SERVER) => [
  '--import',
  pathToFileURL(join(server, 'compile-cache.js')).href,
  join(server, 'main.ts'),
]
export const ROLECALL = commandLineOf()
/** Of all databases of the benchmarks. */
export const BENCH_SECRET = 'the-secret-of-all-databases-of-the-benchmarks'
const READY_WITHIN_MS = 60_000

/** A server in a process of its own. */
export interface Server {
  origin: string
  pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface Service extends Server {
  child: ChildProcess
  /** From the start of the process until `/readyz` answered 200. */
  readyMs: number
}

interface Options {
  databaseUrl: string
  /** The folder `server/` of another checkout. */
  server?: string
  env?: Record<string, string>
  nodeArgs?: readonly string[]
  /** An IPC channel to a preloaded module. */
  hasChannel?: boolean
}

/** Starts the service like `rolecall serve`, without limits and without a log line per request. */
export async function startService(options: Options): Promise<Service> {
  const { databaseUrl, server, env = {}, nodeArgs = [], hasChannel = false } = options
  // In an empty folder: without a .env or a manifest of permissions.
  const cwd = mkdtempSync(join(tmpdir(), 'rolecall-service-'))
  const start = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, ...commandLineOf(server), 'serve'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    env: { PATH: process.env.PATH, PORT: '0', ...SETTINGS, DATABASE_URL: databaseUrl, ...env },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const output = collect(child)
  const origin = await addressOf(child, output)
  await ready(origin, child, output)
  const readyMs = performance.now() - start
  return {
    child,
    readyMs,
    origin,
    pid: child.pid as number,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      process.off('exit', kill)
      rmSync(cwd, { recursive: true, force: true })
    },
  }
}

/** No limit of sign-ins, since all clients have one address. */
const SETTINGS = { SIGNIN_RATE_LIMIT: '0', LOG_LEVEL: 'warn', SECRET: BENCH_SECRET }

function collect(child: ChildProcess) {
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      // Bounded, in case a service prints a lot.
      if (output.text.length < 100_000) output.text += text
    })
  }
  return output
}

/** The address that the service prints in its first lines. */
async function addressOf(child: ChildProcess, output: { text: string }): Promise<string> {
  return until(child, output, () => /listens at (http:\S+)/.exec(output.text)?.[1])
}

const ready = (origin: string, child: ChildProcess, output: { text: string }) =>
  until(child, output, async () => (await fetch(`${origin}/readyz`)).ok || undefined)

async function until<T>(
  child: ChildProcess,
  output: { text: string },
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await wait(2)
  }
  throw new Error(`The service did not start: ${output.text}`)
}

/** Resident memory of a process in MiB, now and at its maximum; undefined without /proc. */
export function memoryOf(pid: number): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: mib('VmRSS'), most: mib('VmHWM') }
  } catch {
    return undefined
  }
}

/** The clock of /proc has a hundred ticks per second on Linux. */
const TICK_MS = 10

/** The processor time of a process; undefined without /proc. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    // The process name, in parentheses, may contain anything.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
    return (user + system) * TICK_MS
  } catch {
    return undefined
  }
}
