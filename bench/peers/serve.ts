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

/** Starts another system, and waits until it answers. */
export async function serve({ command, args, cwd, env, port, readyPath }: Command): Promise<Server> {
  const server = spawn(command, args, { cwd, env, stdio: 'ignore' })
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && server.exitCode === null) {
    const isReady = await fetch(origin + readyPath).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) {
      const stop = async () => {
        process.off('exit', kill)
        server.kill()
        await once(server, 'exit')
      }
      return { origin, pid: server.pid as number, stop }
    }
    await wait(200)
  }
  kill()
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
