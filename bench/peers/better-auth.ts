import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWorker } from '../processes/talk.ts'
import { installPackage } from './install.ts'
import { emailOf, newEmail, PEERS_PASSWORD, PEOPLE, type Peer, personOf } from './peer.ts'

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
    'assign a role': 'one of two, in place of the last',
    'create user, with a password': 'scrypt, not argon2id',
    'sign in': 'scrypt, not argon2id',
  },
  async start(folder) {
    const home = await installPackage(folder, 'better-auth', VERSION)
    const worker = startWorker(join(import.meta.dirname, 'better-auth-server.ts'), [home])
    const { origin, token, ids } = await worker.ask<Started>('start').catch(async (error) => {
      await worker.stop()
      throw error
    })
    const run = Date.now().toString(36)
    const base = '/api/auth'
    const post = (path: string, body: unknown) => ({
      method: 'POST' as const,
      path: base + path,
      token,
      body,
    })
    // The first of them is the administrator.
    const idOf = (number: number) => ids[Math.max(1, personOf(number) - 1)]
    const { version } = JSON.parse(
      readFileSync(join(home, 'node_modules/better-auth/package.json'), 'utf8'),
    ) as { version: string }
    return {
      origin,
      version,
      pid: worker.pid,
      stop: worker.stop,
      requestOf: {
        'has-permission': () => post('/admin/has-permission', { permissions: { user: ['create'] } }),
        'list of 20': (number) => ({
          path: `${base}/admin/list-users?limit=20&offset=${20 * (number % 40)}`,
          token,
        }),
        'get user': (number) => ({ path: `${base}/admin/get-user?id=${idOf(number)}`, token }),
        'create user': (number) =>
          post('/admin/create-user', { email: newEmail(run, number), name: 'Nova', role: 'user' }),
        'create user, with a password': (number) =>
          post('/admin/create-user', {
            email: newEmail(run, number),
            name: 'Nova',
            role: 'user',
            password: PEERS_PASSWORD,
          }),
        'update user': (number) =>
          post('/admin/update-user', { userId: idOf(number), data: { name: `New ${number}` } }),
        'assign a role': (number) =>
          post('/admin/set-role', {
            userId: idOf(number),
            role: Math.floor(number / PEOPLE) % 2 === 0 ? 'admin' : 'user',
          }),
        'sign in': (number) => ({
          ...post('/sign-in/email', { email: emailOf(personOf(number)), password: PEERS_PASSWORD }),
          token: undefined,
          // A sign-in without this header is refused.
          headers: { origin },
        }),
      },
    }
  },
}
