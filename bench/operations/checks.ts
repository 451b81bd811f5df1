import { TOKENS } from '../data/build.ts'
import type { Request } from '../load/load.ts'
import type { Read } from './operation.ts'
import { KEYS, read } from './requests.ts'
import type { World } from './world.ts'

const ROLE = '/api/users/:column/:value/roles/:slug'
const PERMISSION = '/api/users/:column/:value/permissions/:slug'

/** Every other one has five roles. */
const usersToCheck = (world: World): number[] =>
  world.live(KEYS / 2).flatMap((user, index) => [user, world.withFiveRoles(KEYS / 2)[index] ?? user])

const keyed = (world: World, key: 'id' | 'uuid' | 'email', what: 'roles' | 'permissions'): string[] => {
  const users = [...world.live(KEYS / 2), ...world.withFiveRoles(KEYS / 2)]
  const slugs = world[what](users.length)
  return users.map((user, index) => `/api/users/${key}/${world[key](user)}/${what}/${slugs[index]}`)
}

/** More than are answered in a round. No two of them name the same user of a million. */
const CALLS = 400

/** The thousand users that a call names, from all parts of the table. */
const usersOfCall = ({ shape }: World, call: number): number[] =>
  Array.from({ length: 1000 }, (_, index) => 1 + (((call * 1000 + index) * 617_411) % shape.users))

/** The users whom half of the questions of each call name. */
const recurring = (world: World): number[] => usersOfCall(world, CALLS).slice(0, 500)

/** Makes calls of a thousand questions about these users in turn. */
function asker(world: World): (users: readonly number[]) => Request {
  const [roles, permissions] = [world.roles(500), world.permissions(500)]
  // In pairs, since of two users one has five roles, or is in memory: each is asked about roles and permissions.
  const questionOf = (user: number, index: number) => {
    const number = 2 * Math.floor(index / 4) + (index % 2)
    const isAboutRole = index % 4 < 2
    return {
      user: world.id(user),
      ...(isAboutRole ? { role: roles[number] } : { permission: permissions[number] }),
    }
  }
  return (users) => {
    const asked = Array.from({ length: 1000 }, (_, index) => users[index % users.length] as number)
    return { method: 'POST', path: '/api/checks', token: world.token, body: asked.map(questionOf) }
  }
}

/** Changes a user and changes them back: the service then forgets the access of all users. */
function forgetUsers(world: World): Request[] {
  const [user] = world.withFiveRoles(1) as [number]
  return [false, true].map((is_active) => ({
    method: 'POST',
    path: `/api/users/id/${world.id(user)}/update`,
    token: world.token,
    body: { is_active },
  }))
}

const thousandChecks = (name: string, more: Pick<Read, 'requests'> & Partial<Read>): Read => ({
  name: `1,000 checks in one call${name}`,
  group: 'checks',
  route: '/api/checks',
  floor: { kind: 'bytes' },
  isQuick: true,
  ...more,
})

const calls = (callFor: (call: number) => Request): Request[] =>
  Array.from({ length: CALLS }, (_, call) => callFor(call))

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
  thousandChecks('', { requests: (world) => [asker(world)(usersToCheck(world))] }),
  thousandChecks(', of users half of whom are in memory', {
    requests: (world) => {
      const [ask, known] = [asker(world), recurring(world)]
      return calls((call) => {
        const others = usersOfCall(world, call)
        return ask(known.flatMap((user, index) => [user, others[index] as number]))
      })
    },
    prepare: (world) => [...forgetUsers(world), asker(world)(recurring(world))],
    isQuick: false,
  }),
  thousandChecks(', of users none of whom is in memory', {
    requests: (world) => {
      const ask = asker(world)
      return calls((call) => ask(usersOfCall(world, call)))
    },
    prepare: forgetUsers,
    isQuick: false,
  }),
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
