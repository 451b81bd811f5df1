import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runCommand } from '../../server/commands/index.ts'
import type { Shell } from '../../server/commands/shell.ts'
import { TEST_SECRET } from './databases.ts'
import { eventually } from './eventually.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'server/main.ts')
/** The same as in `npm start` and in the launcher. */
const COMPILE_CACHE = pathToFileURL(join(ROOT, 'server/compile-cache.js')).href
export const LAUNCHER = join(ROOT, 'bin/rolecall.js')
/** What `npm ci` runs at its end. */
export const WARM_UP = join(ROOT, 'bin/warm-up.ts')

type Environment = Record<string, string>

/** A new folder, and its removal. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'rolecall-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Makes folders that are removed when the tests of the file are done. */
export function temporaryFolders(): () => string {
  const folders: ReturnType<typeof temporaryFolder>[] = []
  after(() => {
    for (const folder of folders) folder.remove()
  })
  return () => {
    const folder = temporaryFolder()
    folders.push(folder)
    return folder.path
  }
}

/** Where the database is, by default, in the folder of a command. */
export const DATABASE = 'data/rolecall.db'

/** The output of a command, and its exit code. */
export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** The answers to a command's questions, and its standard input. */
interface Answering {
  askSecret?: Shell['askSecret']
  input?: string | Readable
  interruption?: AbortSignal
}

/** Runs a command line in this process, with only the given arguments, settings and folder. */
export async function runHere(
  cwd: string,
  args: string[],
  env: Environment = {},
  {
    askSecret = () => Promise.reject(new Error('asked')),
    input = '',
    interruption = new AbortController().signal,
  }: Answering = {},
): Promise<Outcome> {
  const said = { out: '', err: '' }
  const shell: Shell = {
    env,
    cwd,
    print: (line) => (said.out += `${line}\n`),
    tell: (line) => (said.err += `${line}\n`),
    askSecret,
    input: () => (typeof input === 'string' ? Readable.from([input]) : input),
    output: () => written(said),
    terminal: undefined,
    interruption: () => interruption,
  }
  const code = await runCommand(args, shell, () => {
    throw new Error('runHere is not for serve')
  })
  return { code, ...said }
}

const written = (said: { out: string }) =>
  new Writable({
    write: (chunk, _encoding, done) => {
      said.out += chunk
      done()
    },
  })

/** A process of the real command line, and its output so far. */
export interface Running {
  child: ChildProcess
  said: { out: string; err: string }
  ended: Promise<Outcome>
}

interface Launch {
  cwd: string
  env?: Environment
  /** The script to run; the command line by default. */
  script?: string
  /** A command to run the command line with, which is appended to it. */
  within?: readonly string[]
}

const alive = new Set<ChildProcess>()

// A test that fails half-way leaves its service running, which would keep the test's own process from ending.
after(() => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Starts a command as a process of its own, with only the given settings. */
export function launch(args: string[], { cwd, env = {}, script = MAIN, within = [] }: Launch): Running {
  return run([...within, process.execPath, '--import', COMPILE_CACHE, script, ...args], cwd, env)
}

function run([command, ...args]: readonly string[], cwd: string, env: Environment): Running {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command as string, args, {
    cwd,
    env: { PATH, HOME, SECRET: TEST_SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  alive.add(child)
  child.once('close', () => alive.delete(child))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return { child, said, ended }
}

export interface Served extends Running {
  cwd: string
  url: string
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<Outcome>
}

/** Starts the service on a free port, and waits until it serves. */
export async function serveIn(
  cwd: string,
  env: Environment = {},
  script = MAIN,
  within: readonly string[] = [],
  options: readonly string[] = [],
): Promise<Served> {
  return served(launch(['serve', ...options], { cwd, script, within, env: { PORT: '0', ...env } }), cwd)
}

/** The same by `npm start`, which has one folder: the settings give the location of the data. */
export const serveByNpm = (env: Environment): Promise<Served> =>
  served(run(['npm', 'start'], ROOT, { PORT: '0', ...env }), ROOT)

async function served(running: Running, cwd: string): Promise<Served> {
  const url = await addressSaid(running)
  const end = (signal: NodeJS.Signals) => {
    running.child.kill(signal)
    return running.ended
  }
  return { ...running, url, cwd, end }
}

async function addressSaid({ child, said, ended }: Running): Promise<string> {
  const address = () => /listens at (http:\S+)\n/.exec(said.out)?.[1] ?? false
  const hasEnded = ended.then(({ code, err }) => {
    throw new Error(`serve ended with ${code}: ${err}`)
  })
  try {
    return await Promise.race([eventually(address), hasEnded])
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`not ready: ${said.out}${said.err}`, { cause: error })
  }
}

/**
 * Waits until all workers answer: a service is up with its first worker, and a worker that has just started answers 503.
 * @param workers the number of workers that have started, including replacements
 */
export async function allServe({ said, url }: Served, workers: number): Promise<void> {
  const listening = () => logged(said.out).filter(({ msg }) => msg.startsWith('listening at '))
  await eventually(() => listening().length === workers)
  await eventually(async () => (await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).ok)
}

/** The JSON lines of an output. */
// biome-ignore lint/suspicious/noExplicitAny: tests read properties of the lines.
export const logged = (out: string): any[] =>
  out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Asserts one line of error, and exit code 1. */
export async function failsToStart(cwd: string, reason: RegExp, env: Record<string, string> = {}) {
  const { code, err } = await launch(['serve'], { cwd, env: { PORT: '0', ...env } }).ended
  assert.equal(code, 1)
  assert.match(err, reason)
  assert.match(err, /^error: [^\n]+\n$/)
}
