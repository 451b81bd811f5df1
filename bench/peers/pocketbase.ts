import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Request } from '../load/load.ts'
import { freePort } from '../processes/free-port.ts'
import { installCommand } from './install.ts'
import {
  emailOf,
  newEmail,
  newRoleOf,
  PEERS_PASSWORD,
  PEOPLE,
  type Peer,
  permissionsOf,
  personOf,
  ROLES,
  range,
  rolesOf,
  WITH_PASSWORD,
  withPasswordOf,
} from './peer.ts'
import { ask, serve } from './serve.ts'

const run = promisify(execFile)

const VERSION = '0.38.0'
const SUPERUSER = 'root@example.com'
/** The least that bcrypt has, for people who never sign in; and PocketBase's own. */
const [LEAST_COST, COST] = [4, 10]
const AT_ONCE = 8

const slugOf = (number: number) => `slug-${number}`

/**
 * https://pocketbase.io: its own program, without limits and without its log of requests. Its commits do not wait for the disk
 * (`pragma synchronous = normal`).
 */
export const pocketbase: Peer = {
  name: 'PocketBase',
  notes: {
    'has-permission': 'a filter through the relations to roles and permissions',
    'list of 20': 'with the count of all',
    'create user': 'a record of a plain collection with a unique email, as its users must have a password',
    'create user, with a password': 'bcrypt, not argon2id',
    'sign in': 'bcrypt, not argon2id',
  },
  async start(folder) {
    const command = await installCommand(
      folder,
      'github.com/pocketbase/pocketbase/examples/base',
      `v${VERSION}`,
    )
    const data = join(folder, 'pocketbase')
    rmSync(data, { recursive: true, force: true })
    // Otherwise what one run makes becomes migrations of the next one, beside the folder.
    const options = [
      '--dir',
      data,
      '--automigrate=false',
      '--migrationsDir',
      join(data, 'none'),
      '--hooksDir',
      join(data, 'none'),
    ]
    await run(command, ['superuser', 'upsert', SUPERUSER, PEERS_PASSWORD, ...options])
    const port = await freePort()
    const args = ['serve', `--http=127.0.0.1:${port}`, ...options]
    const { filled, ...server } = await serve(
      { command, args, cwd: folder, port, readyPath: '/api/health' },
      fill,
    )
    return { ...server, version: VERSION, requestOf: filled }
  },
}

const base = '/api/collections'
const records = (collection: string) => `${base}/${collection}/records`

async function fill(origin: string) {
  const { token } = await ask(origin, {
    method: 'POST',
    path: `${base}/_superusers/auth-with-password`,
    body: { identity: SUPERUSER, password: PEERS_PASSWORD },
  })
  const call = (method: Request['method'], path: string, body?: unknown) =>
    ask(origin, { method, path, token, ...(body !== undefined && { body }) })
  const create = async (collection: string, rows: readonly object[]): Promise<string[]> => {
    const ids: string[] = []
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE).map((row) => call('POST', records(collection), row))
      ids.push(...(await Promise.all(some)).map(({ id }) => id))
    }
    return ids
  }
  const slugged = async (name: string, further: readonly object[] = []): Promise<string> => {
    const { id } = await call('POST', base, {
      name,
      type: 'base',
      fields: [{ name: 'slug', type: 'text', required: true }, ...further],
      indexes: [`create unique index idx_${name}_slug on ${name} (slug)`],
    })
    return id
  }
  const relation = (name: string, collectionId: string) => ({
    name,
    type: 'relation',
    collectionId,
    maxSelect: 999,
  })

  await call('PATCH', '/api/settings', { logs: { maxDays: 0 } })
  const permissions = await slugged('permissions')
  const roles = await slugged('roles', [relation('permissions', permissions)])
  await call('POST', base, {
    name: 'people',
    type: 'base',
    fields: [
      { name: 'email', type: 'email', required: true },
      { name: 'first_name', type: 'text' },
      { name: 'created', type: 'autodate', onCreate: true },
      { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
    ],
    indexes: ['create unique index idx_people_email on people (email)'],
  })
  const users = await call('GET', `${base}/users`)
  const setUsers = async (cost: number, further: readonly object[] = []) => {
    const { fields } = await call('GET', `${base}/users`)
    const changed = fields.map((field: { name: string }) =>
      field.name === 'password' ? { ...field, cost } : field,
    )
    await call('PATCH', `${base}/${users.id}`, { fields: [...changed, ...further] })
  }
  const permissionIds = await create(
    'permissions',
    range(0, ROLES, (number) => ({ slug: slugOf(number) })),
  )
  const roleIds = await create(
    'roles',
    range(0, ROLES, (number) => ({
      slug: slugOf(number),
      permissions: permissionsOf(number).map((permission) => permissionIds[permission]),
    })),
  )
  const person = (number: number) => ({
    email: emailOf(number),
    name: `Person ${number}`,
    password: PEERS_PASSWORD,
    passwordConfirm: PEERS_PASSWORD,
    roles: rolesOf(number).map((role) => roleIds[role]),
  })
  await setUsers(COST, [relation('roles', roles)])
  const ids = await create('users', range(1, WITH_PASSWORD, person))
  await setUsers(LEAST_COST)
  ids.push(...(await create('users', range(1 + WITH_PASSWORD, PEOPLE - WITH_PASSWORD, person))))
  await setUsers(COST)

  const stamp = Date.now().toString(36)
  const idOf = (number: number) => ids[personOf(number) - 1]
  return {
    'has-permission': (number: number) => {
      const filter = `id = "${idOf(number)}" && roles.permissions.slug ?= "${slugOf(1)}"`
      const query = new URLSearchParams({ filter, perPage: '1', skipTotal: '1', fields: 'id' })
      return { path: `${records('users')}?${query}`, token }
    },
    'list of 20': (number: number) => ({
      path: `${records('users')}?perPage=20&page=${1 + (number % 40)}`,
      token,
    }),
    'get user': (number: number) => ({ path: `${records('users')}/${idOf(number)}`, token }),
    'create user': (number: number) => ({
      method: 'POST' as const,
      path: records('people'),
      token,
      body: { email: newEmail(stamp, number), first_name: 'Nova' },
    }),
    'create user, with a password': (number: number) => ({
      method: 'POST' as const,
      path: records('users'),
      token,
      body: { ...person(number), email: newEmail(stamp, number), roles: [] },
    }),
    'update user': (number: number) => ({
      method: 'PATCH' as const,
      path: `${records('users')}/${idOf(number)}`,
      token,
      body: { name: `New ${number}` },
    }),
    'assign a role': (number: number) => ({
      method: 'PATCH' as const,
      path: `${records('users')}/${idOf(number)}`,
      token,
      body: { 'roles+': roleIds[newRoleOf(number)] },
    }),
    'sign in': (number: number) => ({
      method: 'POST' as const,
      path: `${base}/users/auth-with-password`,
      body: { identity: emailOf(withPasswordOf(number)), password: PEERS_PASSWORD },
    }),
  }
}
