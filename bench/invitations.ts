// `npm run bench:invitations [-- --sqlite | --postgres] [--calls 10] [--mails 2000]`: calls that invite a thousand people
// each, to two roles and a term; how long one holds the event loop; and how fast the mails are sent to an SMTP server,
// compared with one that is sent the same number of mails by nodemailer alone, on as many connections.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { CONNECTIONS } from '../server/mail/transport.ts'
import { postgresEngine } from './engines/postgres.ts'
import { type Service, startService } from './processes/service.ts'
import { median } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    calls: { type: 'string', default: '10' },
    mails: { type: 'string', default: '2000' },
  },
})

const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const CALLS = Number(options.calls)
const MAILS = Number(options.mails)
const PER_CALL = 1000
/** Carried out but not counted: code that has not run yet is slower. */
const WARM_UP_CALLS = 1
/** How long the SMTP server takes for each mail: 0 is as fast as it can. */
const SERVER_TAKES_MS = [0, 20]

const PROBE = join(import.meta.dirname, 'processes/probe.ts')

interface Data {
  item: { id: number; api_token: string }
}

async function call(origin: string, token: string | undefined, path: string, json: unknown): Promise<Data> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(json) })
  const body = (await response.json()) as { data: Data }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body).slice(0, 500)}`)
  return body.data
}

/** A mail server that accepts everything and keeps nothing. */
async function startMailServer() {
  let [count, takesMs] = [0, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: async (stream, _session, done) => {
      stream.resume()
      // The service is killed once enough has arrived.
      const isWhole = await once(stream, 'end').then(
        () => true,
        () => false,
      )
      await wait(takesMs)
      if (isWhole) count += 1
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    count: () => count,
    /** Starts to count again. */
    take: (ms: number) => {
      count = 0
      takesMs = ms
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Waits until the server has this many mails. @returns mails per second */
async function rateOf(server: MailServer, mails: number): Promise<number> {
  while (server.count() === 0) await wait(1)
  const [start, from] = [performance.now(), server.count()]
  while (server.count() < mails) await wait(5)
  return ((server.count() - from) * 1000) / (performance.now() - start)
}

/** What a mail of an invitation has. */
const SAMPLE = {
  from: 'rolecall@example.com',
  subject: 'Administrator invites you to Rolecall',
  text: 'x'.repeat(500),
  html: 'x'.repeat(3000),
}

/** Mails per second by nodemailer alone. */
async function floorOf(server: MailServer, mails: number): Promise<number> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  })
  let next = 0
  const sendOn = async () => {
    while (next < mails) await transport.sendMail({ ...SAMPLE, to: `floor${next++}@example.com` })
  }
  const [rate] = await Promise.all([rateOf(server, mails), ...Array.from({ length: CONNECTIONS }, sendOn)])
  transport.close()
  return rate
}

const start = (databaseUrl: string, mailUrl: string): Promise<Service> =>
  startService({
    databaseUrl,
    nodeArgs: ['--import', PROBE],
    hasChannel: true,
    env: {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      MAIL_URL: mailUrl,
      MAIL_FROM: 'rolecall@example.com',
    },
  })

async function held({ child }: Service, what: 'reset' | 'read'): Promise<number> {
  child.send(what)
  const [answer] = await once(child, 'message')
  return answer as number
}

const people = (callNumber: number) =>
  Array.from({ length: PER_CALL }, (_, n) => ({
    email: `invited.${callNumber}.${n}@example.com`,
    first_name: `Invited ${n}`,
    roles: ['editor', { id: 'contributor', expires_at: '2099-01-01T00:00:00.000Z' }],
    taxonomies: ['berlin'],
    message: 'Welcome aboard!',
  }))

async function measureCalls(engine: string, service: Service): Promise<void> {
  const { origin } = service
  const token = (await call(origin, undefined, '/api/signin', ADMIN)).item.api_token
  const type = (await call(origin, token, '/api/taxonomy-types/create', { name: 'City' })).item.id
  await call(origin, token, '/api/taxonomies/create', { name: 'Berlin', type })
  const [times, holds]: number[][] = [[], []]
  for (let number = -WARM_UP_CALLS; number < CALLS; number++) {
    await held(service, 'reset')
    await wait(5)
    const started = performance.now()
    await call(origin, token, '/api/invitations/create', people(number))
    const took = performance.now() - started
    await wait(5)
    const hold = await held(service, 'read')
    if (number < 0) continue
    times?.push(took)
    holds?.push(hold)
  }
  const total = (times ?? []).reduce((sum, ms) => sum + ms, 0)
  console.log(
    `${engine}: ${CALLS * PER_CALL} invitations in ${CALLS} calls: ${(total / 1000).toFixed(2)} s; ` +
      `event loop held ${median(holds ?? []).toFixed(0)} ms (median), ${Math.max(...(holds ?? [])).toFixed(0)} ms (most)`,
  )
}

/** The mails of the calls wait in the outbox; each start of the service sends some. */
async function measureMails(engine: string, databaseUrl: string): Promise<void> {
  for (const takesMs of SERVER_TAKES_MS) {
    const server = await startMailServer()
    const mails = takesMs === 0 ? MAILS : Math.min(MAILS, 1000)
    server.take(takesMs)
    const floor = await floorOf(server, mails)
    server.take(takesMs)
    const service = await start(databaseUrl, `smtp://127.0.0.1:${server.port}`)
    const rate = await rateOf(server, mails)
    await service.stop('SIGKILL')
    await server.stop()
    console.log(
      `${engine}: an SMTP server that takes ${takesMs} ms for a mail, ${CONNECTIONS} connections: ` +
        `${rate.toFixed(0)} mails/s; nodemailer alone ${floor.toFixed(0)}/s (${(rate / floor).toFixed(2)})`,
    )
  }
}

async function measure(engine: string, databaseUrl: string): Promise<void> {
  // Nobody listens there: the mails wait.
  const service = await start(databaseUrl, 'smtp://127.0.0.1:9')
  try {
    await measureCalls(engine, service)
  } finally {
    await service.stop()
  }
  await measureMails(engine, databaseUrl)
}

const wantsAll = !options.sqlite && !options.postgres

if (options.sqlite || wantsAll) {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-invitations-'))
  await measure('SQLite', `sqlite:${join(folder, 'rolecall.db')}`)
  rmSync(folder, { recursive: true })
}
if (options.postgres || wantsAll) {
  const folder = join(import.meta.dirname, '.data')
  mkdirSync(folder, { recursive: true })
  const engine = await postgresEngine(folder)
  await measure('PostgreSQL', await engine.begin('invitations'))
  await engine.abandon('invitations')
  await engine.close()
}
