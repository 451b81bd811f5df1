// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { connect } from '../../../server/db/connect.ts'
import { type NumberedEntry, readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import { isTold } from '../../../server/events/read-entries.ts'
import { STREAM_LIMITS } from '../../../server/events/stream/streams.ts'
import { newDatabase } from '../../support/databases.ts'
import { type Following, follow } from '../../support/event-stream.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { allServe, logged, type Served, serveIn, temporaryFolders } from '../../support/process.ts'
import { seededRandom } from '../../support/seeds.ts'

const newFolder = temporaryFolders()

const KILLS = 4
const WRITERS = 4
const STREAMS = 1000
const AT_ONCE = 50
const MOST_BYTES = 100 * 1024 * 1024

let database: Awaited<ReturnType<typeof newDatabase>>
before(async () => {
  database = await newDatabase()
})
after(() => database.drop())

const serve = (env: Record<string, string> = {}) =>
  serveIn(newFolder(), { ...ADMINISTRATOR, DATABASE_URL: database.url, LOG_LEVEL: 'info', ...env })

/** The entries that streams are told of, in the order of commits. */
async function toldEntries(): Promise<NumberedEntry[]> {
  const connection = connect(database.url)
  try {
    return (await readNumbered(connection.db, 0, 1_000_000)).filter(isTold)
  } finally {
    await connection.close()
  }
}

/** Clients that create roles, until the service is gone or they are stopped. @returns how many were created */
function startWriting(url: string, token: string, name: string) {
  let isStopped = false
  let written = 0
  const write = async (writer: number) => {
    for (let number = 0; !isStopped; number++) {
      const json = { name: `Role ${name} ${writer} ${number}` }
      const answer = await ask(`${url}/api/roles/create`, { token, json }).catch(() => undefined)
      if (answer === undefined) return
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      written += 1
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    written: () => written,
    stop: () => {
      isStopped = true
      return ended
    },
  }
}

describe('streams of a service that is killed', () => {
  it(`lose no event and change no order over ${KILLS} kills at any moment`, async () => {
    const random = seededRandom()
    const seen: string[] = []
    let lastId: string | undefined
    let firstId: string | undefined
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await serve()
      const token = await signInAt(service.url)
      const stream = await follow(service.url, { token, after: lastId })
      await eventually(() => stream.lastId() !== undefined || lastId !== undefined)
      firstId ??= stream.firstId()
      const writing = startWriting(service.url, token, `kill ${kill}`)
      await stream.has(20 + Math.floor(random() * 40))
      await service.end('SIGKILL')
      await writing.stop()
      await eventually(() => stream.isEnded())
      seen.push(...stream.ids())
      lastId = stream.lastId() ?? lastId
    }
    const service = await serve()
    const token = await signInAt(service.url)
    const stream = await follow(service.url, { token, after: lastId })
    const { body } = await ask(`${service.url}/api/roles/create`, { token, json: { name: 'The last one' } })
    assert.equal(body.success, true)
    await eventually(() => stream.events.at(-1)?.data.subject_name === 'The last one')
    seen.push(...stream.ids())
    await service.end('SIGTERM')
    await eventually(() => stream.isComplete())
    const ids = (await toldEntries()).map(({ uuid }) => uuid)
    assert.deepEqual(seen, ids.slice(ids.indexOf(firstId as string) + 1))
  })
})

describe('streams of two workers', () => {
  let service: Served
  before(async () => {
    service = await serve({ WORKERS: '2' })
    await allServe(service, 2)
  })
  after(() => service.end('SIGTERM'))

  /** The workers that serve a route: streams are logged when they begin. */
  const serving = (served = '/api/events') =>
    new Set(logged(service.said.out).flatMap(({ route, worker }) => (route === served ? [worker] : [])))

  it('tell of the writes of both in one order', async () => {
    const token = await signInAt(service.url)
    const streams: Following[] = []
    await eventually(async () => {
      streams.push(await follow(service.url, { token, types: 'roles.*' }))
      return serving().size === 2
    })
    const writing = startWriting(service.url, token, 'workers')
    await eventually(() => writing.written() >= 100)
    await writing.stop()
    for (const stream of streams) await stream.has(writing.written())
    const told = (await toldEntries()).filter(({ action }) => action.startsWith('roles.'))
    const ids = told.slice(-writing.written()).map(({ uuid }) => uuid)
    for (const stream of streams) {
      assert.deepEqual(stream.ids(), ids)
      stream.close()
    }
  })

  it('give positions with which each of them shows the change', async () => {
    const token = await signInAt(service.url)
    const stream = await follow(service.url, { token, types: 'roles.create' })
    let round = 0
    const readBy = () => serving('/api/roles/:column/:value').size
    await eventually(async () => {
      const name = `Role of round ${round}`
      await ask(`${service.url}/api/roles/create`, { token, json: { name } })
      await stream.has(round + 1)
      const headers = { 'x-at-least': stream.events[round]?.data.position, connection: 'close' }
      const read = () => ask(`${service.url}/api/roles/name/${encodeURIComponent(name)}`, { token, headers })
      const answers = await Promise.all(Array.from({ length: 8 }, read))
      for (const { body } of answers) assert.equal(body.data?.name, name, JSON.stringify(body))
      round += 1
      return round >= 10 && readBy() === 2
    })
    stream.close()
  })
})

describe('a thousand streams', () => {
  it(`take at most ${MOST_BYTES / 1024 / 1024} MiB, and all get each event`, {
    skip: process.platform === 'linux' ? false : 'reads /proc',
  }, async (test) => {
    const service = await serve()
    const token = await signInAt(service.url)
    const create = async (name: string) =>
      assert.equal((await ask(`${service.url}/api/roles/create`, { token, json: { name } })).status, 201)
    const tokens: string[] = []
    while (tokens.length < STREAMS / STREAM_LIMITS.mostOfUser) {
      tokens.push(await tokenOfNewUser(service.url, token, `follower${tokens.length}@example.com`))
    }
    // What the first stream loads counts for none of them.
    const first = await follow(service.url, { token })
    await create('Before')
    await first.has(1)
    first.close()
    const before = memoryOf(service)
    const streams: Following[] = []
    for (const own of tokens) {
      const open = () => follow(service.url, { token: own })
      for (let opened = 0; opened < STREAM_LIMITS.mostOfUser; opened += AT_ONCE) {
        const some = Array.from({ length: AT_ONCE }, () => eventually(open))
        streams.push(...(await Promise.all(some)))
      }
    }
    for (let number = 0; number < 20; number++) await create(`To all ${number}`)
    for (const stream of streams) await stream.has(20)
    const taken = memoryOf(service) - before
    for (const stream of streams) stream.close()
    await service.end('SIGTERM')
    test.diagnostic(`${Math.round(taken / 1024 / STREAMS)} KiB for each stream`)
    assert.ok(taken <= MOST_BYTES, `${taken}`)
  })
})

/** Makes an administrator: a user may have a part of the streams only. @returns their token */
async function tokenOfNewUser(url: string, token: string, email: string): Promise<string> {
  const post = async (path: string, json: object) => {
    const { status, body } = await ask(`${url}/api/users${path}`, { token, json })
    assert.ok(status === 200 || status === 201, JSON.stringify(body))
    return body.data
  }
  const { id } = (await post('/create', { email, first_name: 'Follower' })).item
  await post(`/${id}/relationships/roles`, { id: 'administrator' })
  return (await post(`/id/${id}/tokens/create`, { name: 'Follower' })).item.api_token
}

/** The resident memory of a process, in bytes. */
function memoryOf({ child }: Served): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kb) * 1024
}
