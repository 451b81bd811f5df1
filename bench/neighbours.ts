// `npm run bench:neighbours [-- --sqlite | --postgres] [--clients 32,64]`: every kind of write by many concurrent
// clients, on records that they share. Prints the rate and the refusals: each refusal is a fault. On PostgreSQL also
// the floor of a link: the statements that it needs at least, sent directly to the same database.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { postgresEngine } from './engines/postgres.ts'
import { startService } from './processes/service.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    clients: { type: 'string', default: '32,64' },
  },
})

const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const USERS = 800

interface Answer {
  status: number
  code: string | undefined
  data: { id: number; item: { id: number; api_token: string }; items: { id: number }[] }
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

function caller(origin: string, agent: Agent, token?: string): Call {
  return (method, path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const sent = request(origin + path, { method, agent, headers }, (response) => {
      let answered = ''
      response.setEncoding('utf8').on('data', (part) => {
        answered += part
      })
      response.on('end', () => {
        const { code, data } = JSON.parse(answered)
        resolve({ status: response.statusCode as number, code, data })
      })
    })
    sent.on('error', reject)
    sent.end(text)
    return promise
  }
}

/** A write that all clients make concurrently, each with its own numbers. */
interface Kind {
  name: string
  count: number
  write: (call: Call, number: number) => Promise<Answer>
}

/** Carried out but not reported: code that has not run yet is slower. */
const WARM_UP = 'warm-up'

/** Creates the records that the writes share. */
async function makeKinds(call: Call): Promise<Kind[]> {
  const users = (
    await call(
      'POST',
      '/api/users',
      Array.from({ length: USERS }, (_, n) => ({ email: `n${n}@example.com`, first_name: `N${n}` })),
    )
  ).data.items.map(({ id }) => id)
  const idOf = async (path: string, body: object) => (await call('POST', path, body)).data.item.id
  const role = await idOf('/api/roles/create', { name: 'Shared' })
  const otherRole = await idOf('/api/roles/create', { name: 'Also shared' })
  const type = await idOf('/api/taxonomy-types/create', { name: 'Place' })
  const term = await idOf('/api/taxonomies/create', { name: 'Everyone', type })
  await idOf('/api/roles/create', { name: 'For the floor' })
  const parent = await idOf('/api/taxonomies/create', { name: 'Parent', type })
  const user = (n: number) => users[n % USERS]
  await idOf('/api/roles/create', { name: 'Warm-up' })
  return [
    {
      name: WARM_UP,
      count: USERS,
      write: (call, n) => call('POST', `/api/users/${user(n)}/relationships/roles`, ['warm-up']),
    },
    {
      name: 'assign one role to many users',
      count: USERS,
      write: (call, n) => call('POST', `/api/users/${user(n)}/relationships/roles`, ['shared']),
    },
    {
      name: 'the same through the role',
      count: USERS,
      write: (call, n) => call('POST', `/api/roles/${otherRole}/relationships/users`, [user(n)]),
    },
    {
      name: 'remove one role from many users',
      count: USERS,
      write: (call, n) => call('DELETE', `/api/users/${user(n)}/relationships/roles`, [role]),
    },
    {
      name: 'assign one term to many users',
      count: 400,
      write: (call, n) => call('POST', `/api/taxonomies/${term}/relationships/users`, [user(n)]),
    },
    {
      name: 'terms under one parent',
      count: 600,
      write: (call, n) => call('POST', '/api/taxonomies/create', { name: `T ${n}`, type, parent }),
    },
    {
      name: 'create users',
      count: 2000,
      write: (call, n) =>
        call('POST', '/api/users/create', { email: `c${n}.${randomUUID()}@example.com`, first_name: 'C' }),
    },
    {
      name: 'create users with one name',
      count: 200,
      write: (call) =>
        call('POST', '/api/users/create', { email: `info@${randomUUID()}.example.com`, first_name: 'I' }),
    },
    {
      name: 'update users',
      count: 1600,
      write: (call, n) => call('POST', `/api/users/id/${user(n)}/update`, { bio: `Edited ${n}.` }),
    },
    {
      name: 'update one user',
      count: 300,
      write: (call, n) => call('POST', `/api/users/id/${users[0]}/update`, { bio: `Edited ${n}.` }),
    },
    {
      name: 'permissions of one role',
      count: 300,
      write: (call, n) =>
        call(n % 2 === 0 ? 'POST' : 'DELETE', `/api/roles/${role}/relationships/permissions`, [1 + (n % 20)]),
    },
    {
      name: 'delete users',
      count: 400,
      write: (call, n) => call('POST', `/api/users/id/${user(n)}/delete`),
    },
  ]
}

const LINK =
  'insert into user_roles (user_id, role_id, is_active, created_at, updated_at) values ($1, $2, true, $3, $3)'
const TOUCH = 'update users set version = version + 1 where id = $1'

/** Links per second: updates each user's row and inserts a link, with triggers and commit. */
async function linkFloor(url: string, clients: number): Promise<number> {
  // As many connections as the service uses for writes.
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true } as pg.PoolConfig)
  pool.on('error', () => undefined)
  try {
    const { rows: users } = await pool.query('select id from users order by id limit $1', [USERS])
    const { rows: roles } = await pool.query("select id from roles where name = 'For the floor'")
    let next = 0
    const started = performance.now()
    const one = async () => {
      while (next < users.length) {
        const { id } = users[next++]
        const client = await pool.connect()
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'touch', text: TOUCH, values: [id] }),
          client.query({ name: 'link', text: LINK, values: [id, roles[0].id, '2026-01-01T00:00:00.000Z'] }),
          client.query('commit'),
        ])
        client.release()
      }
    }
    await Promise.all(Array.from({ length: clients }, one))
    return Math.round((users.length * 1000) / (performance.now() - started))
  } finally {
    await pool.end()
  }
}

async function measure(engine: string, databaseUrl: string, clients: number): Promise<void> {
  const service = await startService({
    databaseUrl,
    env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  })
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  try {
    const signedIn = await caller(service.origin, agent)('POST', '/api/signin', ADMIN)
    const call = caller(service.origin, agent, signedIn.data.item.api_token)
    for (const { name, count, write } of await makeKinds(call)) {
      const others = new Map<string, number>()
      const took: number[] = []
      let next = 0
      const started = performance.now()
      const one = async () => {
        while (next < count) {
          const number = next++
          const sentAt = performance.now()
          const { status, code } = await write(call, number)
          took.push(performance.now() - sentAt)
          if (status >= 300) others.set(`${status} ${code}`, (others.get(`${status} ${code}`) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: clients }, one))
      const seconds = (performance.now() - started) / 1000
      const p99 = took.sort((one, other) => one - other)[Math.floor(took.length * 0.99)] as number
      const refused = [...others].map(([what, times]) => `${times} × ${what}`).join(', ') || 'none refused'
      if (name === WARM_UP) continue
      console.log(
        `${engine}, ${clients} clients, ${name}: ${Math.round(count / seconds)}/s, p99 ${Math.round(p99)} ms, ${refused}`,
      )
    }
    if (engine === 'PostgreSQL')
      console.log(
        `PostgreSQL, ${clients} clients, floor of a link: ${await linkFloor(databaseUrl, clients)}/s`,
      )
  } finally {
    agent.destroy()
    await service.stop()
  }
}

const counts = options.clients.split(',').map(Number)
const wantsAll = !options.sqlite && !options.postgres

if (options.postgres || wantsAll) {
  const folder = join(import.meta.dirname, '.data')
  mkdirSync(folder, { recursive: true })
  const engine = await postgresEngine(folder)
  for (const clients of counts) {
    await measure('PostgreSQL', await engine.begin('neighbours'), clients)
    await engine.abandon('neighbours')
  }
  await engine.close()
}
if (options.sqlite || wantsAll) {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-neighbours-'))
  for (const clients of counts) await measure('SQLite', `sqlite:${join(folder, `${clients}.db`)}`, clients)
  rmSync(folder, { recursive: true })
}
