// `npm run bench:outbox [-- --sqlite | --postgres] [--rounds 12]`: the processor time that the outbox adds to the writes that
// cause mail, in turn with a service that is the same but for its outbox; and how long others wait while 32 clients ask for
// mails. Writes the tables into bench/results/outbox.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EngineName } from './engines/engine.ts'
import { openEngine } from './engines/index.ts'
import { cpuMsOf, type Service, startService } from './processes/service.ts'
import { replaceBetween } from './report/page.ts'
import { median, quantile } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    rounds: { type: 'string', default: '12' },
  },
})
const ROUNDS = Number(options.rounds)
const CLIENTS = 32
const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const WITHOUT = join(import.meta.dirname, 'processes/without-outbox.ts')
const PAGE = join(import.meta.dirname, 'results/outbox.md')
/** No server listens there: mails wait, so that only their writes are measured. */
const NOWHERE = 'smtp://127.0.0.1:1'

interface Client {
  service: Service
  post: (
    path: string,
    body: object,
    token?: string,
  ) => Promise<{ ms: number; data: { item: { api_token: string; id: number } } }>
  token: string
}

async function clientOf(service: Service): Promise<Client> {
  const agent = new Agent({ keepAlive: true })
  const post: Client['post'] = (path, body, token) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Client['post']>>>()
    const text = JSON.stringify(body)
    const start = performance.now()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const sent = request(service.origin + path, { method: 'POST', agent, headers }, (response) => {
      let answered = ''
      response.setEncoding('utf8').on('data', (part) => {
        answered += part
      })
      response.once('end', () => {
        if ((response.statusCode as number) < 300)
          resolve({ ms: performance.now() - start, data: JSON.parse(answered).data })
        else reject(new Error(`${path}: ${response.statusCode} ${answered.slice(0, 500)}`))
      })
    })
    sent.once('error', reject)
    sent.end(text)
    return promise
  }
  const { data } = await post('/api/signin', ADMIN)
  return { service, post, token: data.item.api_token }
}

/** Writes that cause mail; `next` is a number that is used once. */
interface Write {
  name: string
  /** Writes in a block. */
  count: number
  run: (client: Client, next: number) => Promise<unknown>
}

const people = new Map<Client, number[]>()

const WRITES: readonly Write[] = [
  {
    name: 'a sign-up that is verified',
    count: 320,
    run: ({ post }, next) =>
      post('/api/signup', {
        email: `guest${next}@example.com`,
        first_name: 'Ada',
        password: 'another unusual phrase',
      }),
  },
  {
    name: 'a user’s password, set by an administrator',
    count: 32,
    run: (client, next) => {
      const ids = people.get(client) as number[]
      const json = { password: `another unusual phrase ${next}` }
      return client.post(`/api/users/id/${ids[next % ids.length]}/update`, json, client.token)
    },
  },
  {
    name: 'an invitation',
    count: 320,
    run: ({ post, token }, next) =>
      post('/api/invitations/create', { email: `invited${next}@example.com`, roles: ['editor'] }, token),
  },
  {
    name: 'a hundred invitations in a call',
    count: 8,
    run: ({ post, token }, next) => {
      const invited = Array.from({ length: 100 }, (_, index) => ({
        email: `invited${next}.${index}@example.com`,
      }))
      return post('/api/invitations/create', invited, token)
    },
  },
]

/** @returns the processor time of each write of a block in milliseconds */
async function block(client: Client, { count, run }: Write, first: number): Promise<number> {
  const before = cpuMsOf(client.service.pid) as number
  let next = 0
  const work = async () => {
    while (next < count) await run(client, first + next++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  return ((cpuMsOf(client.service.pid) as number) - before) / count
}

async function costs(name: EngineName, withOutbox: Client, without: Client): Promise<string[]> {
  const rows: string[] = []
  for (const write of WRITES) {
    const times = { with: [] as number[], without: [] as number[] }
    for (let round = -1; round < ROUNDS; round++) {
      const first = (round + 1) * write.count
      const both = [
        async () => times.with.push(await block(withOutbox, write, first)),
        async () => times.without.push(await block(without, write, first)),
      ]
      // In turn, each first in every other round.
      for (const measure of round % 2 ? both : both.reverse()) await measure()
      if (round < 0) times.with = times.without = []
      if (round < 0) times.without = []
    }
    const ratios = times.with.map((ms, index) => ms / (times.without[index] as number))
    const [least, most] = [0.25, 0.75].map((part) =>
      quantile(
        ratios.toSorted((a, b) => a - b),
        part,
      ),
    )
    const added = (ratio = 0) => `${((ratio - 1) * 100).toFixed(0)} %`
    const cells = [
      median(times.without).toFixed(2),
      median(times.with).toFixed(2),
      added(median(ratios)),
      `${added(least)} to ${added(most)}`,
    ]
    rows.push(`| ${[name, write.name, ...cells].join(' | ')} |`)
    console.error(rows.at(-1))
  }
  return rows
}

const WINDOW_MS = 2000

/** How long others wait for a read and a write, while 32 clients do something. */
async function waits(name: EngineName, client: Client): Promise<string[]> {
  let number = 0
  const loads: Record<string, (() => Promise<unknown>) | undefined> = {
    nothing: undefined,
    'mails of new passwords': () =>
      client.post('/api/password/forgot', { email: `nobody${number++}@example.com` }),
    'mails for one address': () => client.post('/api/password/forgot', { email: ADMIN.email }),
    'new users': () => {
      const email = `new${number++}@example.net`
      return client.post('/api/users/create', { email, first_name: 'New' }, client.token)
    },
  }
  const times = new Map(
    Object.keys(loads).map((load) => [load, { read: [] as number[], write: [] as number[], done: 0 }]),
  )
  for (let round = 0; round < Math.ceil(ROUNDS / 3); round++)
    for (const [load, run] of Object.entries(loads)) {
      const measured = times.get(load) as { read: number[]; write: number[]; done: number }
      let isOver = false
      const work = async () => {
        while (!isOver && run) {
          // A busy service may refuse some of them.
          await run().then(
            () => measured.done++,
            () => undefined,
          )
        }
      }
      const working = Promise.all(Array.from({ length: CLIENTS }, work))
      const end = performance.now() + WINDOW_MS
      while (performance.now() < end) {
        measured.read.push((await client.post('/api/users?limit=10', {}, client.token)).ms)
        const role = { name: `Role ${number++} ${performance.now()}` }
        measured.write.push((await client.post('/api/roles/create', role, client.token)).ms)
      }
      isOver = true
      await working
    }
  return [...times].map(([load, { read, write, done }]) => {
    const cells = [read, write].flatMap((all) => {
      const sorted = all.toSorted((a, b) => a - b)
      return [0.5, 0.95].map((part) => quantile(sorted, part).toFixed(1))
    })
    const perSecond = (done / ((Math.ceil(ROUNDS / 3) * WINDOW_MS) / 1000)).toFixed(0)
    return `| ${[name, load, perSecond, ...cells].join(' | ')} |`
  })
}

async function run(name: EngineName): Promise<{ costs: string[]; waits: string[] }> {
  const engine = await openEngine(name, join(import.meta.dirname, '.data'))
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const databases: string[] = []
  const services: Service[] = []
  const start = async (database: string, nodeArgs: string[]): Promise<Client> => {
    databases.push(database)
    const env = {
      ...{
        SIGNUP: 'verify',
        MAIL_URL: NOWHERE,
        MAIL_FROM: 'accounts@example.com',
        DATA_FOLDER: join(folder, database),
      },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
    }
    const service = await startService({ databaseUrl: await engine.begin(database), env, nodeArgs })
    services.push(service)
    const client = await clientOf(service)
    const ids: number[] = []
    for (let number = 0; number < 200; number++) {
      const { data } = await client.post(
        '/api/users/create',
        { email: `user${number}@example.org`, first_name: 'Ada' },
        client.token,
      )
      ids.push(data.item.id)
    }
    people.set(client, ids)
    return client
  }
  try {
    const withOutbox = await start('outbox', [])
    const without = await start('no-outbox', ['--import', WITHOUT])
    return { waits: await waits(name, withOutbox), costs: await costs(name, withOutbox, without) }
  } finally {
    for (const service of services) await service.stop()
    for (const database of databases) await engine.abandon(database)
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const engines = (['sqlite', 'postgres'] as const).filter(
  (name) => options[name] || (!options.sqlite && !options.postgres),
)
const results: Awaited<ReturnType<typeof run>>[] = []
for (const name of engines) results.push(await run(name))
const cost = [
  '| engine | write | without, ms | with, ms | added, median | middle half of the rounds |',
  '| --- | --- | --: | --: | --: | --: |',
  ...results.flatMap(({ costs }) => costs),
]
const wait = [
  '| engine | 32 clients ask for | per second | read, median, ms | p95 | write, median, ms | p95 |',
  `| --- | --- |${' --: |'.repeat(5)}`,
  ...results.flatMap(({ waits }) => waits),
  '',
  `${ROUNDS} rounds in turn, Node ${process.version}, ${cpus().length} cores.`,
]
console.log([...cost, '', ...wait].join('\n'))
if (engines.length === 2) {
  replaceBetween(PAGE, 'outbox costs', cost)
  replaceBetween(PAGE, 'outbox waits', wait)
}
