import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Request, send } from '../load/load.ts'
import type { Server } from '../processes/service.ts'

const READY_WITHIN_MS = 180_000

interface Command {
  command: string
  args: readonly string[]
  cwd: string
  env?: Record<string, string>
  port: number
  /** Answers with success when it serves. */
  readyPath: string
}

/** How long a system may take to stop. */
const STOP_WITHIN_MS = 10_000

/**
 * Starts another system, waits until it answers, and fills it.
 * @param fill what is filled in is measured; if it fails, the system is stopped
 */
export async function serve<Filled>(
  { command, args, cwd, env, port, readyPath }: Command,
  fill: (origin: string) => Promise<Filled>,
): Promise<Server & { filled: Filled }> {
  // A process group of its own, since some are started by a script.
  const server = spawn(command, args, { cwd, env, stdio: 'ignore', detached: true })
  const ended = once(server, 'exit')
  ended.catch(() => {})
  const isOver = () => server.pid === undefined || server.exitCode !== null || server.signalCode !== null
  const send = (signal: NodeJS.Signals) => {
    if (!isOver()) process.kill(-(server.pid as number), signal)
  }
  const kill = () => send('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    send('SIGTERM')
    const timer = setTimeout(kill, STOP_WITHIN_MS)
    if (!isOver()) await ended
    clearTimeout(timer)
    process.off('exit', kill)
  }
  try {
    const origin = `http://127.0.0.1:${port}`
    await ready(origin + readyPath, isOver)
    return { origin, pid: server.pid as number, stop, filled: await fill(origin) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready(url: string, isOver: () => boolean): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline && !isOver(); await wait(200)) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error('it did not start.')
}

/** Asks for what the measurement needs. @throws Error for an answer that is no success */
// biome-ignore lint/suspicious/noExplicitAny: the answers of other systems have no types here.
export async function ask(origin: string, request: Request): Promise<any> {
  const response = await send(origin, request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status} ${text}`)
  return text && JSON.parse(text)
}
