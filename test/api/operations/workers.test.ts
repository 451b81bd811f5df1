// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { allServe, launch, logged, type Served, serveIn, temporaryFolders } from '../../support/process.ts'
import { openSocket, slowRequest } from '../../support/socket.ts'
import { startWriters } from '../../support/writers.ts'

const newFolder = temporaryFolders()
const LIMIT = 5
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** One database for this file, and services on it. */
let database: Awaited<ReturnType<typeof newDatabase>>
before(async () => {
  database = await newDatabase()
})
after(() => database.drop())
const serve = (env: Record<string, string>) =>
  serveIn(newFolder(), {
    ...ADMINISTRATOR,
    DATABASE_URL: database.url,
    SIGNIN_RATE_LIMIT: String(LIMIT),
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'info',
    ...env,
  })

const call = (urls: string[], index: number) => urls[index % urls.length] as string

/** What holds across two workers, and across two processes, when they get requests at once on separate connections. */
function holdsAcross(urls: () => string[], token: () => string, name: string) {
  it('shares the limit for sign-ins', async () => {
    const request = {
      json: { email: `${name}@example.com`, password: 'a wrong guess' },
      headers: { 'x-forwarded-for': `192.0.2.${name.length}` },
    }
    const answers = await Promise.all(
      Array.from({ length: 4 * LIMIT }, (_, index) => ask(`${call(urls(), index)}/api/signin`, request)),
    )
    const statuses = Object.groupBy(answers, ({ status }) => status)
    const counts = Object.entries(statuses).map(([status, some]) => [status, some?.length])
    assert.deepEqual(
      counts,
      [
        ['401', LIMIT],
        ['429', 3 * LIMIT],
      ],
      JSON.stringify(answers.map(({ body }) => body.code)),
    )
  })

  it('carries out requests with one Idempotency-Key once', async () => {
    const request = {
      token: token(),
      json: { email: `once-${name}@example.com`, first_name: 'Once' },
      headers: { 'idempotency-key': `of ${name}`.replace(' ', '-') },
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask(`${call(urls(), index)}/api/users`, request)),
    )
    const [first] = answers
    for (const { status, body } of answers) assert.deepEqual([status, body.data], [201, first?.body.data])
    assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 11)
  })
}

/**
 * Sends requests at once, each on a new connection, which any free worker accepts. `fetch` would reuse a connection to
 * a worker that hangs.
 */
const requestMany = (url: string, token: string) =>
  Promise.all(
    Array.from({ length: 16 }, async () => {
      const socket = await openSocket(url)
      socket.send(
        `GET /api/users HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
      )
      return (await socket.closed).slice(0, 'HTTP/1.1 200'.length)
    }),
  )

/** A signal takes effect only when the process is interrupted. */
const isStopped = (pid: number) =>
  process.platform !== 'linux' || / T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** Starts two workers and signs in. */
async function startTwo(env: Record<string, string> = {}) {
  const service = await serve({ WORKERS: '2', ...env })
  await allServe(service, 2)
  /** The log lines of the workers; the primary's lines have worker ids too, with its own pid. */
  const ofWorkers = () =>
    logged(service.said.out).filter(({ worker, pid }) => worker !== undefined && pid !== service.child.pid)
  const pids = () => [...new Set(ofWorkers().map(({ pid }) => pid as number))]
  const token = await signInAt(service.url)
  /** Waits until two live workers have answered. */
  const bothAnswer = () =>
    eventually(async () => {
      const answered = () =>
        new Set(ofWorkers().flatMap(({ pid, reqId }) => (reqId && isAlive(pid) ? [pid] : [])))
      await requestMany(service.url, token)
      return answered().size === 2
    })
  return { service, ofWorkers, pids, token, bothAnswer }
}

describe('Two workers', () => {
  /** For the tests that leave both running. */
  let two: Awaited<ReturnType<typeof startTwo>>
  before(async () => {
    two = await startTwo()
  })
  after(() => two.service.end('SIGTERM'))

  it('serve on one port and identify themselves in the log', async () => {
    const { service, pids, bothAnswer } = two
    await bothAnswer()
    assert.equal(pids().length, 2)
    assert.equal((await ask(`${service.url}/readyz`)).status, 200)
  })

  holdsAcross(
    () => [two.service.url],
    () => two.token,
    'workers',
  )

  it('are replaced when they die, and no acknowledged write is lost', async () => {
    const { service, token, pids, bothAnswer } = await startTwo()
    const writers = startWriters(service.url, token, { clients: 4, name: 'written' })
    await writers.more(20)
    const [killed] = pids() as [number]
    process.kill(killed, 'SIGKILL')
    // The clients of the dead worker are disconnected; the other worker takes all new connections.
    await eventually(() => /a worker died; another takes its place/.test(service.said.out))
    const later = startWriters(service.url, token, { clients: 4, name: 'later' })
    await later.more(20)
    await Promise.all([writers.stop(), later.stop()])
    await allServe(service, 3)
    for (const { email } of [...writers.acknowledged, ...later.acknowledged])
      assert.equal((await ask(`${service.url}/api/users/email/${email}`, { token })).status, 200, email)
    await bothAnswer()
    assert.ok(pids().length > 2)
    await service.end('SIGTERM')
  })

  it('are replaced when they hang, and the other worker serves meanwhile', async () => {
    const { service, token, pids, bothAnswer } = await startTwo()
    await bothAnswer()
    const [hung] = pids() as [number]
    process.kill(hung, 'SIGSTOP')
    await eventually(() => isStopped(hung))
    // The other worker accepts all connections before the hang is noticed.
    for (const answer of await requestMany(service.url, token)) assert.equal(answer, 'HTTP/1.1 200')
    await eventually(() => !isAlive(hung))
    // The log is written in the background.
    await eventually(() => /a worker hangs and is killed/.test(service.said.out))
    await bothAnswer()
    await allServe(service, 3)
    for (const answer of await requestMany(service.url, token)) assert.equal(answer, 'HTTP/1.1 200')
    await service.end('SIGTERM')
  })

  it('finish requests in flight at SIGTERM, then all exit', async () => {
    const { service, ofWorkers, pids } = await startTwo()
    const socket = await openSocket(service.url)
    const person = {
      email: 'slow@example.com',
      password: ADMINISTRATOR.ADMIN_PASSWORD,
      first_name: 'Slow',
    }
    // A worker that has begun to read the request answers 100 Continue.
    const { begin, rest } = slowRequest('/api/signup', person, { expect: '100-continue' })
    socket.send(begin)
    await socket.answered()
    service.child.kill('SIGTERM')
    const areStopping = () => ofWorkers().filter(({ msg }) => msg === 'stopping')
    await eventually(() => areStopping().length === 2)
    socket.send(rest)
    assert.match(await socket.closed, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/)
    const { code, out } = await service.ended
    assert.equal(code, 0, out)
    assert.ok(pids().every((pid) => !isAlive(pid)))
  })

  it('refuse to start on a database in memory, since each would have its own', async () => {
    const env = { WORKERS: '2', PORT: '0', DATABASE_URL: 'sqlite::memory:' }
    const { code, err } = await launch(['serve'], { cwd: newFolder(), env }).ended
    assert.equal(code, 1)
    assert.match(err, /^error: A database in memory is of one process/)
  })

  it('stay alive while the primary counts the points of tokens', async () => {
    const limited = await serve({ WORKERS: '2', TOKEN_RATE_LIMIT: '1000' })
    await allServe(limited, 2)
    const token = await signInAt(limited.url)
    for (const answer of await requestMany(limited.url, token)) assert.equal(answer, 'HTTP/1.1 200')
    const { out } = await limited.end('SIGTERM')
    assert.doesNotMatch(out, /a worker died/)
  })

  it('answer 503 while their primary is stopped; it survives the death of one of them', async () => {
    const { service, pids, token } = await startTwo({ TOKEN_RATE_LIMIT: '1000' })
    const primary = service.child.pid as number
    process.kill(primary, 'SIGSTOP')
    await eventually(() => isStopped(primary))
    const answers = await Promise.all([
      requestMany(service.url, token),
      ask(`${service.url}/api/users`, { token }),
    ])
    for (const answer of answers[0]) assert.equal(answer, 'HTTP/1.1 503')
    assert.deepEqual([answers[1].body.code, answers[1].headers.get('retry-after')], ['overloaded', '1'])
    // The pending messages are answered when the primary continues, also the one of the dead worker.
    process.kill(pids()[0] as number, 'SIGKILL')
    process.kill(primary, 'SIGCONT')
    await eventually(() => /a worker died; another takes its place/.test(service.said.out))
    await allServe(service, 3)
    for (const answer of await requestMany(service.url, token)) assert.equal(answer, 'HTTP/1.1 200')
    const { code, out } = await service.end('SIGTERM')
    assert.equal(code, 0)
    assert.doesNotMatch(out, /nobody caught/)
  })

  it('refuse to start on a port in use', async () => {
    const one = await serve({})
    const { code, err } = await launch(['serve'], {
      cwd: newFolder(),
      env: { WORKERS: '2', PORT: new URL(one.url).port, DATABASE_URL: database.url },
    }).ended
    assert.equal(code, 1)
    assert.match(err, /^error: Port \d+ of 127\.0\.0\.1 is in use/)
    await one.end('SIGTERM')
  })
})

describe('Two services on one database', () => {
  let services: Served[]
  let token: string
  before(async () => {
    services = await Promise.all([serve({}), serve({})])
    token = await signInAt(services[0]?.url as string)
  })
  after(() => Promise.all(services.map((service) => service.end('SIGTERM'))))

  holdsAcross(
    () => services.map(({ url }) => url),
    () => token,
    'machines',
  )
})
