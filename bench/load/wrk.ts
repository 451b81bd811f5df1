import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bodyOf, headersOf, type Load, type Measured, type Request, type Round } from './load.ts'

const SCRIPT = join(import.meta.dirname, 'wrk.lua')
/** The timeout of a response; also how much longer than requested wrk would run if it were not stopped. */
const LONGEST_S = 60

export const wrkLoad = (version: string): Load => ({ name: 'wrk', version, run })

async function run({ origin, requests, connections, ms }: Round): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-wrk-'))
  try {
    const file = join(folder, 'requests')
    writeFileSync(file, requests.map((request) => `${textOf(request, new URL(origin).host)}\0`).join(''))
    const args = ['-t1', `-c${connections}`, `-d${Math.ceil(ms / 1000) + LONGEST_S}s`]
    return await runWrk([...args, `--timeout=${LONGEST_S}s`, '-s', SCRIPT, origin, '--', file], ms)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function textOf(request: Request, host: string): string {
  const body = bodyOf(request)
  const headers = Object.entries({
    host,
    ...headersOf(request),
    ...(request.method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${request.method} ${request.path} HTTP/1.1\r\n${headers.join('')}\r\n${body}`
}

/** wrk accepts only whole seconds; interrupted, it stops earlier and reports the actual duration. */
async function runWrk(args: string[], ms: number): Promise<Measured> {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  const stopping = new AbortController()
  const stopped = wait(ms, undefined, { signal: stopping.signal }).then(
    () => child.kill('SIGINT'),
    () => undefined,
  )
  await ended
  stopping.abort()
  await stopped
  const [, json] = /RESULT (.*)/.exec(output) ?? []
  // Interrupted before it had installed its signal handler.
  if (child.signalCode === 'SIGINT') return runWrk(args, 2 * ms + 50)
  if (json === undefined) throw new Error(`wrk ${args.join(' ')} told nothing: ${output}`)
  const { count, us, refused, broken, p50, p99, max } = JSON.parse(json) as Record<string, number> as {
    [name in 'count' | 'us' | 'refused' | 'broken' | 'p50' | 'p99' | 'max']: number
  }
  return {
    count,
    perSecond: count / (us / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    max: max / 1000,
    failures: refused + broken,
  }
}
