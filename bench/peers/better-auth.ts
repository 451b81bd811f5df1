import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWorker } from '../processes/talk.ts'
import { install } from './install.ts'
import { emailOf, newEmail, type Operation, PEERS_PASSWORD, type Peer, personOf, range } from './peer.ts'

const VERSION = '1.7.24'

export interface Started {
  origin: string
  token: string
  /** The ids of the people, by number. */
  ids: string[]
}

/** https://www.better-auth.com: a library, served on Node as its documentation describes. */
export const betterAuth: Peer = {
  name: 'better-auth',
  notes: {
    'has-permission': 'for the caller only, from roles in its code',
    'create user': 'name, email and role',
    'sign in': 'scrypt, not argon2id',
  },
  async start(folder) {
    const home = await install(folder, 'better-auth', VERSION)
    const worker = startWorker(join(import.meta.dirname, 'better-auth-server.ts'), [home])
    const { origin, token, ids } = await worker.ask<Started>('start')
    const run = Date.now().toString(36)
    const base = '/api/auth'
    const requestOf: Record<Operation, (number: number) => object> = {
      'has-permission': () => ({
        method: 'POST',
        path: `${base}/admin/has-permission`,
        body: { permissions: { user: ['create'] } },
      }),
      'list of 20': (number) => ({ path: `${base}/admin/list-users?limit=20&offset=${20 * (number % 40)}` }),
      'get user': (number) => ({ path: `${base}/admin/get-user?id=${ids[personOf(number) - 1]}` }),
      'create user': (number) => ({
        method: 'POST',
        path: `${base}/admin/create-user`,
        body: { email: newEmail(run, number), name: 'Nova', role: 'user' },
      }),
      'sign in': (number) => ({
        method: 'POST',
        path: `${base}/sign-in/email`,
        token: undefined,
        // A sign-in without this header is refused.
        headers: { origin },
        body: { email: emailOf(personOf(number)), password: PEERS_PASSWORD },
      }),
    }
    const { version } = JSON.parse(
      readFileSync(join(home, 'node_modules/better-auth/package.json'), 'utf8'),
    ) as { version: string }
    return {
      origin,
      version,
      pid: worker.pid,
      stop: worker.stop,
      requests: (operation, from, count) =>
        range(from, count, (number) => ({ method: 'GET', token, ...requestOf[operation](number) }) as never),
    }
  },
}
