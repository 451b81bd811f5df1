import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../processes/free-port.ts'
import { install, MACHINE_PATH } from './install.ts'
import {
  emailOf,
  newEmail,
  type Operation,
  PEERS_PASSWORD,
  PEOPLE,
  type Peer,
  personOf,
  range,
} from './peer.ts'

const run = promisify(execFile)

const VERSION = '12.4.0'
const TOKEN = 'a-token-of-the-bench-alone'
const READY_WITHIN_MS = 120_000

/** https://directus.io: a back office as a service, on SQLite, with its default settings: no cache, no limits. */
export const directus: Peer = {
  name: 'Directus',
  notes: {
    'has-permission': 'there is no such call',
    'list of 20': 'with the count of all',
    // Without a license it accepts only a few users with a role.
    'create user': 'without a role',
  },
  async start(folder) {
    const home = await install(folder, 'directus', VERSION)
    const { server, origin, node } = await serve(home)
    const ask = async (path: string, body?: unknown) => {
      const response = await fetch(origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()).data
    }
    const people = range(1, PEOPLE, (number) => ({
      email: emailOf(number),
      first_name: 'Person',
      last_name: String(number),
      // Hashing a password for each would take longer than everything else.
      ...(number <= 20 && { password: PEERS_PASSWORD }),
    }))
    const ids: string[] = (await ask('/users?fields=id', people)).map(({ id }: { id: string }) => id)
    const stamp = Date.now().toString(36)
    const requestOf: Record<Operation, ((number: number) => object) | undefined> = {
      'has-permission': undefined,
      'list of 20': (number) => ({ path: `/users?limit=20&page=${1 + (number % 40)}&meta=filter_count` }),
      'get user': (number) => ({ path: `/users/${ids[personOf(number) - 1]}` }),
      'create user': (number) => ({
        method: 'POST',
        path: '/users',
        body: { email: newEmail(stamp, number), first_name: 'Nova' },
      }),
      'sign in': (number) => ({
        method: 'POST',
        path: '/auth/login',
        token: undefined,
        body: { email: emailOf(1 + (number % 20)), password: PEERS_PASSWORD },
      }),
    }
    return {
      origin,
      version: `${VERSION} (on Node ${node})`,
      pid: server.pid as number,
      requests: (operation, from, count) => {
        const one = requestOf[operation]
        return (
          one && range(from, count, (number) => ({ method: 'GET', token: TOKEN, ...one(number) }) as never)
        )
      },
      stop: async () => {
        server.kill()
        await once(server, 'exit')
      },
    }
  },
}

async function serve(home: string) {
  const port = await freePort()
  rmSync(join(home, 'people.db'), { force: true })
  const env = {
    // Runs on the Node for which its native parts were compiled.
    PATH: MACHINE_PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: 'a secret of the bench alone',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(home, 'people.db'),
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: PEERS_PASSWORD,
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    MAX_PAYLOAD_SIZE: '10mb',
  }
  const cli = join(home, 'node_modules/directus/cli.js')
  const options = { cwd: home, env, timeout: READY_WITHIN_MS }
  const { stdout } = await run('node', ['--version'], options)
  await run('node', [cli, 'bootstrap'], options)
  const server = spawn('node', [cli, 'start'], { cwd: home, env, stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && server.exitCode === null) {
    const isThere = await fetch(`${origin}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return { server, origin, node: stdout.trim() }
    await wait(200)
  }
  server.kill('SIGKILL')
  throw new Error('it did not start.')
}
