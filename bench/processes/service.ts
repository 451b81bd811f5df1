import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const SERVER = join(import.meta.dirname, '../../server')

/** Starts the command line, as `bin/rolecall.js` does. */
export const ROLECALL = [
  '--import',
  pathToFileURL(join(SERVER, 'compile-cache.js')).href,
  join(SERVER, 'main.ts'),
]
const READY_WITHIN_MS = 60_000

/** A server in a process of its own. */
export interface Server {
  origin: string
  pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface Service extends Server {
  child: ChildProcess
  /** From the start of the process until `/readyz` said yes. */
  readyMs: number
}

interface Options {
  databaseUrl: string
  env?: Record<string, string>
  nodeArgs?: readonly string[]
  /** A channel to a module that is loaded before. */
  hasChannel?: boolean
}

/** The service as `rolecall serve` starts it, with no limits and no line for each request. */
export async function startService(options: Options): Promise<Service> {
  const { databaseUrl, env = {}, nodeArgs = [], hasChannel = false } = options
  // Without a .env or a manifest of permissions.
  const cwd = mkdtempSync(join(tmpdir(), 'rolecall-service-'))
  const start = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, ...ROLECALL, 'serve'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    env: { PATH: process.env.PATH, PORT: '0', ...SETTINGS, DATABASE_URL: databaseUrl, ...env },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const told = collect(child)
  const origin = await addressOf(child, told)
  await ready(origin, child, told)
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

/** No limit of sign-ins, since all come from one address. */
const SETTINGS = { SIGNIN_RATE_LIMIT: '0', LOG_LEVEL: 'warn' }

function collect(child: ChildProcess) {
  const told = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      // A service that complains at length is not kept in memory.
      if (told.text.length < 100_000) told.text += text
    })
  }
  return told
}

/** The address that a process tells in its first lines. */
async function addressOf(child: ChildProcess, told: { text: string }): Promise<string> {
  return until(child, told, () => /listens at (http:\S+)/.exec(told.text)?.[1])
}

const ready = (origin: string, child: ChildProcess, told: { text: string }) =>
  until(child, told, async () => (await fetch(`${origin}/readyz`)).ok || undefined)

async function until<T>(
  child: ChildProcess,
  told: { text: string },
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await wait(2)
  }
  throw new Error(`The service did not start: ${told.text}`)
}

/** Resident memory of a process in MiB, and the most it ever was; undefined where /proc is not. */
export function memoryOf(pid: number): { now: number; most: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: mib('VmRSS'), most: mib('VmHWM') }
  } catch {
    return undefined
  }
}

/** Of a clock that ticks a hundred times a second, as Linux' does for everyone. */
const TICK_MS = 10

/** The processor time that a process has taken; undefined where /proc is not. */
export function cpuMsOf(pid: number): number | undefined {
  try {
    // The name, in brackets, may hold anything.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number]
    return (user + system) * TICK_MS
  } catch {
    return undefined
  }
}
