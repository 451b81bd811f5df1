// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engine, newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, askBy, type HttpAnswer, PASSWORD, signInAt } from '../../support/http.ts'
import { startPair } from '../../support/postgres-server.ts'
import { allServe, logged, type Served, serveIn, temporaryFolders } from '../../support/process.ts'
import { seededRandom } from '../../support/seeds.ts'

/** A write through one process, and a read with its position through the other one: the read shows the write, every time. */

const ROUNDS = 10_000
const CLIENTS = 16
/** Of each of the two processes. */
const WORKERS = 2
/** By how much the replica lags. */
const LAG = '300ms'

const newFolder = temporaryFolders()

/** With a replica that always lags, where there are replicas. */
async function startDatabase(): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const { url, drop } = await newDatabase()
    return { env: { DATABASE_URL: url }, stop: drop }
  }
  const { primary, replica } = await startPair()
  await replica.query(`alter system set recovery_min_apply_delay = '${LAG}'`)
  await replica.query('select pg_reload_conf()')
  return {
    env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url },
    stop: async () => {
      await replica.remove()
      await primary.remove()
    },
  }
}

describe('positions of two processes with two workers each', () => {
  let database: Awaited<ReturnType<typeof startDatabase>>
  let processes: Served[]
  let writer: string
  /** Of a user who never writes. A replica is not read for users whose writes it does not have. */
  let reader: string
  let role: { id: number; slug: string }
  before(async () => {
    database = await startDatabase()
    processes = []
    for (let number = 0; number < 2; number++) {
      const env = { ...ADMINISTRATOR, ...database.env, WORKERS: String(WORKERS), LOG_LEVEL: 'info' }
      const service = await serveIn(newFolder(), env)
      processes.push(service)
      await allServe(service, WORKERS)
    }
    writer = await signInAt(first().url)
    role = await made('roles', { name: 'Pilot' })
    const readers = await made('roles', { name: 'Reader' })
    const permissions = ['can-read-users', 'can-read-roles', 'can-read-permissions']
    await changed('PUT', `/api/roles/${readers.id}/relationships/permissions`, permissions)
    const email = 'reader@example.com'
    const { id } = await made('users', { email, first_name: 'Reader', password: PASSWORD })
    await changed('POST', `/api/users/${id}/relationships/roles`, readers.slug)
    const { body } = await ask(`${first().url}/api/signin`, { json: { email, password: PASSWORD } })
    reader = body.data.item.api_token
  })
  after(async () => {
    await Promise.all(processes.map((service) => service.end('SIGTERM')))
    await database.stop()
  })

  const first = () => processes[0] as Served

  /** @returns the position of the write */
  async function changed(method: string, path: string, json: unknown, { url } = first()): Promise<string> {
    const headers = { authorization: `Bearer ${writer}`, 'content-type': 'application/json' }
    const answer = await askBy(url + path, { method, headers, body: JSON.stringify(json) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.headers.get('x-position') as string
  }

  async function made(resource: string, json: object) {
    const { status, body } = await ask(`${first().url}/api/${resource}/create`, { token: writer, json })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.item
  }

  const makePilot = async (name: string): Promise<number> =>
    (await made('users', { email: `${name}@example.com`, first_name: name })).id

  interface Reading {
    at: Served
    position?: string | undefined
    json?: object
  }

  /** The answer to the reader. A process that cannot tell within two seconds how far it is says so: then they ask again. */
  function read(path: string, { at, position, json }: Reading): Promise<HttpAnswer['body']> {
    const headers: Record<string, string> = position === undefined ? {} : { 'x-at-least': position }
    return eventually(async () => {
      const { status, body } = await ask(at.url + path, {
        token: reader,
        headers,
        ...(json && { json }),
      })
      if (body.code === 'behind') return false
      return { status, body }
    }).then(({ status, body }) => {
      assert.equal(status, 200, JSON.stringify(body))
      return body
    })
  }

  const random = seededRandom()

  /** Changes a user through one process, and reads it through the other. @returns whether the read shows the change */
  async function isShown(id: number, round: number, isPositioned = true): Promise<boolean> {
    const [from, at] = (random() < 0.5 ? processes : processes.toReversed()) as [Served, Served]
    const asked = (position: string) => (isPositioned ? { at, position } : { at })
    const roles = `/api/users/${id}/relationships/roles`
    switch (round % 3) {
      case 0: {
        const title = `Round ${round}`
        const position = await changed('PATCH', `/api/users/${id}`, { title }, from)
        return (await read(`/api/users/id/${id}`, asked(position))).data.title === title
      }
      case 1: {
        const position = await changed('POST', roles, role.slug, from)
        return (await read(`/api/users/id/${id}/roles/${role.slug}`, asked(position))).data === true
      }
      default: {
        const position = await changed('DELETE', roles, role.slug, from)
        const json = [{ user: id, role: role.slug }]
        const { data } = await read('/api/checks', { ...asked(position), json })
        return data.results[0].allowed === false
      }
    }
  }

  it('matter: without one, a read through another process is stale at times', {
    skip: engine === 'sqlite' && 'processes of the embedded engine read the same file',
  }, async () => {
    const id = await makePilot('unpositioned')
    let round = 0
    await eventually(async () => !(await isShown(id, round++, false)))
  })

  it(`show the write in each of ${ROUNDS} reads by another process`, async () => {
    const ids = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => makePilot(`pilot-${client}`)),
    )
    let stale = 0
    let rounds = 0
    const run = async (id: number) => {
      for (let round = 0; rounds < ROUNDS; round++) {
        rounds += 1
        if (!(await isShown(id, round))) stale += 1
      }
    }
    await Promise.all(ids.map(run))
    assert.equal(rounds, ROUNDS)
    assert.equal(stale, 0, `${stale} of ${ROUNDS} reads are stale`)
    for (const { said } of processes) {
      const lines = logged(said.out)
      const workersOf = (...methods: string[]) =>
        new Set(lines.flatMap(({ method, worker }) => (methods.includes(method) ? [worker] : []))).size
      assert.equal(workersOf('PATCH', 'DELETE'), WORKERS, 'each worker writes')
      assert.equal(workersOf('GET'), WORKERS, 'each worker reads')
    }
  })
})
