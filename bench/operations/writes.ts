import { roleSlug } from '../data/access.ts'
import { PASSWORD } from '../data/build.ts'
import { isInForce } from '../data/people.ts'
import { mix, uuidOf } from '../data/random.ts'
import type { Request } from '../load/load.ts'
import type { World } from './world.ts'

type Row = Record<string, unknown>

/** The statements of one transaction. */
export type Commit = { text: string; values: unknown[] }[]

/** A measured write of the API. */
export interface Write {
  name: string
  /** This many requests, none of which repeats the effect of a request with another number. */
  requests: (world: World, from: number, count: number) => Request[]
  connections: number
  /** The maximum rate: a round prepares enough requests for it. */
  atMost: number
  /** Commits of the same rows on the raw engine, by as many clients; or password hashes, which dominate the time. */
  floor: { kind: 'hashes' } | { kind: 'commits'; commit: (users: number, number: number) => Commit }
  isQuick?: boolean
}

const post = (world: World, path: string, body: unknown): Request => ({
  method: 'POST',
  path,
  token: world.token,
  body,
})

const each = (from: number, count: number, requestOf: (number: number) => Request): Request[] =>
  Array.from({ length: count }, (_, index) => requestOf(from + index))

/** Distinguishes runs on one database, so that none repeats the writes of another. */
const run = Date.now().toString(36)

const person = (number: number) => ({
  email: `new.${run}.${number.toString(36)}@example.com`,
  first_name: 'Nova',
  last_name: `Run ${number.toString(36)}`,
})

const anyUser = ({ shape }: World, number: number): number => {
  let user = 1 + (mix(number, 71) % shape.users)
  while (!isInForce(user)) user = (user % shape.users) + 1
  return user
}

function insertOf(table: string, row: Row): Commit[number] {
  const columns = Object.keys(row)
  const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
  return { text, values: Object.values(row) }
}

const NOW = new Date().toISOString()
const authorship = { created_by: 1, created_at: NOW, updated_by: 1, updated_at: NOW }

/** The row that the service stores for such a person, for a different person. */
function userRow(number: number): Row {
  const { email, first_name, last_name } = person(number)
  const floored = `floor.${email}`
  const username = floored.split('@', 1)[0]
  return {
    uuid: uuidOf(Date.now(), number, 72),
    ...authorship,
    ...{ email: floored, email_key: floored, username, username_key: username, first_name, last_name },
    search_text: `${first_name} ${last_name}`.toLowerCase(),
    is_active: true,
    meta: {},
    created_ip: '127.0.0.1',
  }
}

/** The thousand users of one call, different from those of other calls. */
const thousand = <T>(call: number, one: (number: number) => T): T[] =>
  Array.from({ length: 1000 }, (_, index) => one(1_000_000_000 + call * 1000 + index))

const someUser = (users: number, number: number) => 2 + (mix(number, 74) % users)

const CREATE = 'create user, without a password'

export const writes: readonly Write[] = [
  {
    name: CREATE,
    requests: (world, from, count) =>
      each(from, count, (number) => post(world, '/api/users/create', person(number))),
    connections: 32,
    atMost: 12_000,
    floor: { kind: 'commits', commit: (_, number) => [insertOf('users', userRow(number))] },
    isQuick: true,
  },
  {
    name: 'create 1,000 users in one call',
    requests: (world, from, count) =>
      each(from, count, (call) => post(world, '/api/users', thousand(call, person))),
    connections: 1,
    atMost: 30,
    floor: {
      kind: 'commits',
      commit: (_, call) => thousand(call, (number) => insertOf('users', userRow(number))),
    },
  },
  {
    name: 'update user',
    requests: (world, from, count) =>
      each(from, count, (number) =>
        post(world, `/api/users/id/${world.id(anyUser(world, number))}/update`, {
          bio: `Edited ${run} ${number}.`,
        }),
      ),
    connections: 32,
    atMost: 12_000,
    floor: {
      kind: 'commits',
      commit: (users, number) => [
        {
          text: 'update users set bio = ?, updated_at = ?, updated_by = 1, version = version + 1 where id = ?',
          values: [`Edited ${run} ${number}.`, NOW, someUser(users, number)],
        },
      ],
    },
    isQuick: true,
  },
  {
    name: 'assign a role to a user',
    requests: (world, from, count) =>
      each(from, count, (number) =>
        post(world, `/api/users/${world.id(anyUser(world, number))}/relationships/roles`, {
          id: roleSlug(mix(number, 73) % world.shape.roles),
        }),
      ),
    connections: 32,
    atMost: 12_000,
    floor: {
      kind: 'commits',
      commit: (users, number) => [
        {
          text: `insert into user_roles (user_id, role_id, is_active, created_by, created_at, updated_by, updated_at)
            values (?, ?, ?, 1, ?, 1, ?) on conflict do nothing`,
          values: [someUser(users, number), 8 + (mix(number, 75) % 40), true, NOW, NOW],
        },
        { text: 'update users set version = version + 1 where id = ?', values: [someUser(users, number)] },
      ],
    },
  },
  {
    name: 'sign in',
    requests: (world, from, count) =>
      each(from, count, (number) => ({
        method: 'POST',
        path: '/api/signin',
        body: { email: world.email(anyUser(world, number)), password: PASSWORD },
      })),
    connections: 8,
    atMost: 1000,
    floor: { kind: 'hashes' },
    isQuick: true,
  },
  {
    name: 'sign up',
    requests: (_world, from, count) =>
      each(from, count, (number) => ({
        method: 'POST',
        path: '/api/signup',
        body: { ...person(2_000_000_000 + number), password: PASSWORD },
      })),
    connections: 8,
    atMost: 1000,
    floor: { kind: 'hashes' },
  },
]
