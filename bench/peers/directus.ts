import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../processes/free-port.ts'
import { installPackage, MACHINE_PATH } from './install.ts'
import {
  emailOf,
  newEmail,
  PEERS_PASSWORD,
  PEOPLE,
  type Peer,
  personOf,
  range,
  WITH_PASSWORD,
  withPasswordOf,
} from './peer.ts'
import { ask, serve } from './serve.ts'

const run = promisify(execFile)

const VERSION = '12.4.0'
const token = 'a-token-of-the-bench-alone'

/** https://directus.io: a back office as a service, on SQLite, with its default settings: no cache, no limits. */
export const directus: Peer = {
  name: 'Directus',
  notes: {
    'has-permission': 'there is no such call',
    'list of 20': 'with the count of all',
    // Without a license it accepts only a few users with a role.
    'create user': 'without a role',
    'assign a role': 'its free version accepts only a few users with a role',
  },
  async start(folder) {
    const home = await installPackage(folder, 'directus', VERSION)
    const { node, filled: ids, ...server } = await start(home)
    const idOf = (number: number) => ids[personOf(number) - 1]
    const stamp = Date.now().toString(36)
    return {
      ...server,
      version: `${VERSION} (on Node ${node})`,
      requestOf: {
        'list of 20': (number) => ({
          path: `/users?limit=20&page=${1 + (number % 40)}&meta=filter_count`,
          token,
        }),
        'get user': (number) => ({ path: `/users/${idOf(number)}`, token }),
        'create user': (number) => ({
          method: 'POST',
          path: '/users',
          token,
          body: { email: newEmail(stamp, number), first_name: 'Nova' },
        }),
        'create user, with a password': (number) => ({
          method: 'POST',
          path: '/users',
          token,
          body: { email: newEmail(stamp, number), first_name: 'Nova', password: PEERS_PASSWORD },
        }),
        'update user': (number) => ({
          method: 'PATCH',
          path: `/users/${idOf(number)}`,
          token,
          body: { first_name: `New ${number}` },
        }),
        'sign in': (number) => ({
          method: 'POST',
          path: '/auth/login',
          body: { email: emailOf(withPasswordOf(number)), password: PEERS_PASSWORD },
        }),
      },
    }
  },
}

async function start(home: string) {
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
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    MAX_PAYLOAD_SIZE: '10mb',
  }
  const cli = join(home, 'node_modules/directus/cli.js')
  const { stdout } = await run('node', ['--version'], { env })
  await run('node', [cli, 'bootstrap'], { cwd: home, env })
  const args = [cli, 'start']
  const server = await serve(
    { command: 'node', args, cwd: home, env, port, readyPath: '/server/ping' },
    makePeople,
  )
  return { ...server, node: stdout.trim() }
}

/** @returns their ids, by number */
async function makePeople(origin: string): Promise<string[]> {
  const body = range(1, PEOPLE, (number) => ({
    email: emailOf(number),
    first_name: 'Person',
    last_name: String(number),
    ...(number <= WITH_PASSWORD && { password: PEERS_PASSWORD }),
  }))
  const { data } = await ask(origin, { method: 'POST', path: '/users?fields=id', token, body })
  return data.map(({ id }: { id: string }) => id)
}
