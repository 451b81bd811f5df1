import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolecall } from '../processes/command.ts'
import { type Service, startService } from '../processes/service.ts'

const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }

export interface Answer {
  status: number
  body: { data: { item: { id: number; api_token: string; secret: string }; items: { id: number }[] } }
}

/** A service with an administrator, and calls by them. */
export interface Running {
  service: Service
  token: string
  /** @throws Error unless the status is below 300 */
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
  stop: () => Promise<void>
}

interface Options {
  databaseUrl: string
  /** The folder `server/` of another checkout. */
  server?: string | undefined
  env?: Record<string, string>
}

export async function startRunning({ databaseUrl, server, env = {} }: Options): Promise<Running> {
  const service = await startService({
    databaseUrl,
    ...(server !== undefined && { server }),
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
  })
  const agent = new Agent({ keepAlive: true })
  let token: string | undefined
  const call: Running['call'] = (method, path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const sent = request(service.origin + path, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => {
        const status = response.statusCode as number
        if (status < 300) resolve({ status, body: JSON.parse(text) })
        else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`))
      })
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }
  const { body } = await call('POST', '/api/signin', ADMIN)
  token = body.data.item.api_token
  return {
    service,
    token,
    call,
    stop: async () => {
      agent.destroy()
      await service.stop()
    },
  }
}

/** Runs a command in an empty folder. @throws Error if it fails */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'rolecall-events-'))
  const { code, output } = await rolecall(args, { cwd, ...env })
  rmSync(cwd, { recursive: true, force: true })
  if (code !== 0) throw new Error(`rolecall ${args.join(' ')} ended with ${code}: ${output}`)
}

/** The times of what is done `count` times, in milliseconds, in order of their length. */
export async function timesOf(count: number, run: (number: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < count; number++) {
    const start = performance.now()
    await run(number)
    times.push(performance.now() - start)
  }
  return times.toSorted((one, other) => one - other)
}
