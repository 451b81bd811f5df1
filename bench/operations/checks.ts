import { TOKENS } from '../data/build.ts'
import type { Read } from './operation.ts'
import { KEYS, read } from './requests.ts'
import type { World } from './world.ts'

const ROLE = '/api/users/:column/:value/roles/:slug'
const PERMISSION = '/api/users/:column/:value/permissions/:slug'

/** Half of them have five roles, so that both results occur. */
const usersToCheck = (world: World): number[] =>
  world.live(KEYS / 2).flatMap((user, index) => [user, world.withFiveRoles(KEYS / 2)[index] ?? user])

const keyed = (world: World, key: 'id' | 'uuid' | 'email', what: 'roles' | 'permissions'): string[] => {
  const users = [...world.live(KEYS / 2), ...world.withFiveRoles(KEYS / 2)]
  const slugs = world[what](users.length)
  return users.map((user, index) => `/api/users/${key}/${world[key](user)}/${what}/${slugs[index]}`)
}

const has = (
  name: string,
  what: 'roles' | 'permissions',
  key: 'id' | 'uuid' | 'email',
  isQuick = true,
): Read =>
  read(
    'checks',
    `${name} by ${key}`,
    what === 'roles' ? ROLE : PERMISSION,
    (world) => keyed(world, key, what),
    {
      isQuick,
    },
  )

export const checks: Read[] = [
  has('has-role', 'roles', 'id'),
  has('has-role', 'roles', 'email'),
  has('has-role', 'roles', 'uuid', false),
  has('has-permission', 'permissions', 'id'),
  has('has-permission', 'permissions', 'email'),
  has('has-permission', 'permissions', 'uuid', false),
  {
    ...has('has-permission', 'permissions', 'id', false),
    name: 'has-permission by id, as an administrator who is not super',
    requests: (world) =>
      keyed(world, 'id', 'permissions').map((path) => ({ method: 'GET', path, token: TOKENS.administrator })),
  },
  read('checks', 'has-permission, explained', PERMISSION, (world) =>
    keyed(world, 'id', 'permissions')
      .slice(0, 200)
      .map((path) => `${path}?explain=true`),
  ),
  {
    name: '1,000 checks in one call',
    group: 'checks',
    route: '/api/checks',
    floor: { kind: 'bytes' },
    requests: (world) => {
      const users = usersToCheck(world)
      const [roles, permissions] = [world.roles(500), world.permissions(500)]
      const body = Array.from({ length: 1000 }, (_, index) => ({
        user: world.id(users[index % users.length] as number),
        ...(index % 2 === 0 ? { role: roles[index / 2] } : { permission: permissions[(index - 1) / 2] }),
      }))
      return [{ method: 'POST', path: '/api/checks', token: world.token, body }]
    },
    isQuick: true,
  },
  read(
    'checks',
    'permissions of a user with five roles',
    '/api/users/:column/:value/permissions',
    (world) => world.withFiveRoles(PER_USER).map((user) => `/api/users/id/${world.id(user)}/permissions`),
    { isQuick: true },
  ),
  read(
    'checks',
    'permissions of a user with five roles, explained',
    '/api/users/:column/:value/permissions',
    (world) =>
      world.withFiveRoles(PER_USER).map((user) => `/api/users/id/${world.id(user)}/permissions?explain=true`),
  ),
  read('checks', 'who am I', '/api/me', () => '/api/me'),
]

/** Users whose lists are read: their responses are large. */
const PER_USER = 100
