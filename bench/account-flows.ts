// `npm run bench:account-flows [-- --sqlite | --postgres] [--rounds 150]`: whether the time of an answer tells who has an
// address, for every flow that takes one. The service runs in a process of its own, alone and beside eight clients that
// write; requests for known and unknown addresses are sent in turn. Writes the table into docs/security.md.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../server/config/config.ts'
import { insertRow } from '../server/crud/write/rows.ts'
import { InstallationSecret } from '../server/crypto/installation-secret.ts'
import { connect } from '../server/db/connect.ts'
import { prepare, systemContext } from '../server/prepare.ts'
import { registry } from '../server/resources/index.ts'
import type { EngineName } from './engines/engine.ts'
import { openEngine } from './engines/index.ts'
import { BENCH_SECRET, startService } from './processes/service.ts'
import { replaceBetween } from './report/page.ts'
import { differenceOf, median, quantile } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    rounds: { type: 'string', default: '150' },
  },
})
const ROUNDS = Number(options.rounds)
/** Rounds that are not counted. */
const WARM_UP_ROUNDS = 3
const CLIENTS = 8
/** Each of them is a transaction of many writes, behind which others wait. */
const ROLES_PER_BULK = 200
const PAGE = join(import.meta.dirname, '../docs/security.md')
const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const PASSWORD = 'another unusual phrase'

/** What an address is to the service. Each round asks with another one, so that no limit of mails is reached. */
type Owner =
  | 'nobody'
  | 'nobody, again'
  | 'a user'
  | 'a verified user'
  | 'an inactive user'
  | 'a user in the trash'
  | 'a user, after five mails'
  | 'a sign-up'
  | 'a sign-up that waits for approval'
  | 'an invited person'

interface Flow {
  path: string
  status: number
  body: (email: string) => object
  /**
   * Requests for one address that are sent at the same time, from as many networks: each waits for those before it, which
   * adds up what they differ by.
   */
  burst: number
  /** The first is compared with each other. */
  owners: readonly [Owner, Owner, ...Owner[]]
}

const FLOWS: readonly Flow[] = [
  {
    path: '/api/password/forgot',
    status: 202,
    body: (email) => ({ email }),
    burst: 100,
    owners: [
      'nobody',
      'nobody, again',
      'a user',
      'an inactive user',
      'a user in the trash',
      'a user, after five mails',
    ],
  },
  {
    path: '/api/signin/code',
    status: 202,
    body: (email) => ({ email }),
    burst: 100,
    // An address that is not verified gets no mail.
    owners: ['nobody', 'nobody, again', 'a user', 'a verified user'],
  },
  {
    path: '/api/signup',
    status: 201,
    body: (email) => ({ email, first_name: 'Ada', password: PASSWORD }),
    // More are refused, by the address that they name (SIGNIN_RATE_LIMIT).
    burst: 10,
    owners: [
      'nobody',
      'nobody, again',
      'a user',
      'a user, after five mails',
      'a sign-up',
      'a sign-up that waits for approval',
      'an invited person',
    ],
  },
  {
    path: '/api/signup/resend',
    status: 202,
    body: (email) => ({ email }),
    burst: 100,
    owners: [
      'nobody',
      'nobody, again',
      'a user',
      'a sign-up',
      'a sign-up that waits for approval',
      'an invited person',
    ],
  },
]

/** What is stored of those who have an address. */
const STORED: Partial<Record<Owner, { table: 'users' | 'registrations'; fields: object }>> = {
  'a user': { table: 'users', fields: { is_active: true } },
  'a verified user': {
    table: 'users',
    fields: { is_active: true, email_verified_at: new Date().toISOString() },
  },
  'an inactive user': { table: 'users', fields: { is_active: false } },
  'a user in the trash': { table: 'users', fields: { is_active: true } },
  'a user, after five mails': { table: 'users', fields: { is_active: true } },
  'a sign-up': { table: 'registrations', fields: { status: 'email-verification-pending' } },
  'a sign-up that waits for approval': { table: 'registrations', fields: { status: 'email-verified' } },
}

const SITUATIONS = ['alone', 'beside single writes', 'beside bulks', 'many at once'] as const
type Situation = (typeof SITUATIONS)[number]

const addressOf = (flow: number, owner: Owner, situation: number, round: number) =>
  `${owner.replaceAll(/\W+/g, '')}.${flow}.${situation}.${owner === 'a user, after five mails' ? 0 : round}@example.com`.toLowerCase()

const rounds = function* () {
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) yield round
}

/** Fills a new database. */
async function fill(databaseUrl: string, folder: string): Promise<void> {
  const env = {
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SECRET: BENCH_SECRET,
  }
  const config = loadConfig({ ...env, LOG_LEVEL: 'silent' }, { cwd: folder })
  const connection = connect(databaseUrl)
  await prepare(connection, config, new InstallationSecret())
  await connection.db.transaction().execute(async (db) => {
    const ctx = { ...systemContext(connection), db }
    for (const [flow, { owners }] of FLOWS.entries())
      for (const owner of owners)
        for (const situation of SITUATIONS.keys())
          for (const round of owner === 'a user, after five mails' ? [0] : rounds()) {
            const stored = STORED[owner]
            if (!stored) continue
            const email = addressOf(flow, owner, situation, round)
            const row = {
              email,
              username: email.replace('@', '.'),
              first_name: 'Ada',
              meta: {},
              ...stored.fields,
            }
            await insertRow(ctx, registry.named(stored.table), row)
          }
    const deleted_at = new Date().toISOString()
    await db.updateTable('users').set({ deleted_at }).where('email', 'like', 'auserinthetrash.%').execute()
  })
  await connection.close()
}

/** Sends a request. @returns its time in milliseconds */
type Send = (path: string, body: object, status: number, token?: string) => Promise<number>

const sender =
  (origin: string, agent: Agent): Send =>
  (path, body, status, token) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const start = performance.now()
    const sent = request(origin + path, { method: 'POST', agent, headers }, (response) => {
      let answered = ''
      response.setEncoding('utf8').on('data', (part) => {
        answered += part
      })
      response.once('end', () => {
        const { statusCode } = response
        if (statusCode === status) resolve(performance.now() - start)
        else reject(new Error(`${path}: ${statusCode} instead of ${status}: ${answered.slice(0, 500)}`))
      })
    })
    sent.once('error', reject)
    sent.end(text)
    return promise
  }

/** Eight clients that write until they are stopped. */
function loadOf(situation: Situation, send: Send, token: string): () => Promise<void> {
  if (situation !== 'beside single writes' && situation !== 'beside bulks') return async () => undefined
  let isOver = false
  const person = () => {
    const name = randomBytes(8).toString('hex')
    return { email: `${name}@example.net`, username: `x${name}`, first_name: 'Load' }
  }
  const write =
    situation === 'beside bulks'
      ? () =>
          send(
            '/api/roles',
            Array.from({ length: ROLES_PER_BULK }, () => ({ name: randomBytes(8).toString('hex') })),
            201,
            token,
          )
      : () => send('/api/users/create', person(), 201, token)
  const client = async () => {
    // A busy service may refuse some of them.
    while (!isOver) await write().catch(() => undefined)
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return async () => {
    isOver = true
    await clients
  }
}

async function inviteAll(send: Send, token: string): Promise<void> {
  const owner = 'an invited person'
  for (const [flow, { owners }] of FLOWS.entries())
    for (const situation of SITUATIONS.keys()) {
      const people = [...rounds()].map((round) => ({ email: addressOf(flow, owner, situation, round) }))
      if (owners.includes(owner)) await send('/api/invitations/create', people, 201, token)
    }
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)

/** @returns the times of each owner, in the order of {@link Flow.owners} */
async function measure(send: Send, flow: number, situation: number): Promise<number[][]> {
  const { owners, path, body, status, burst: most } = FLOWS[flow] as Flow
  const times = owners.map((): number[] => [])
  const isBurst = SITUATIONS[situation] === 'many at once'
  for (const round of rounds()) {
    // Each takes long.
    if (isBurst && round >= ROUNDS / 2) break
    // In random order; otherwise the writes that one causes would always delay the same next one.
    for (const index of shuffled([...owners.keys()])) {
      const email = addressOf(flow, owners[index] as Owner, situation, round)
      const count = isBurst ? most : 1
      const burst = await Promise.all(Array.from({ length: count }, () => send(path, body(email), status)))
      if (round >= 0) times[index]?.push(Math.max(...burst))
    }
  }
  return times
}

async function run(name: EngineName): Promise<string[]> {
  const engine = await openEngine(name, join(import.meta.dirname, '.data'))
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const databaseUrl = await engine.begin('account-flows')
  const rows: string[] = []
  try {
    await fill(databaseUrl, folder)
    const env = {
      SIGNUP: 'verify',
      APPROVAL: 'manual',
      SIGNIN_CODE: 'on',
      DATA_FOLDER: folder,
      LOG_LEVEL: 'error',
    }
    const service = await startService({ databaseUrl, env })
    const agent = new Agent({ keepAlive: true })
    const send = sender(service.origin, agent)
    const signedIn = await fetch(`${service.origin}/api/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    const token = ((await signedIn.json()) as { data: { item: { api_token: string } } }).data.item.api_token
    await inviteAll(send, token)
    for (const [number, situation] of SITUATIONS.entries()) {
      const stop = loadOf(situation, send, token)
      // The flows at the same time: an answer mostly waits.
      const measured = await Promise.all(FLOWS.map((_, flow) => measure(send, flow, number)))
      await stop()
      for (const [flow, { path, owners }] of FLOWS.entries())
        rows.push(...rowsOf([name, situation, `\`${path}\``], owners, measured[flow] as number[][]))
      console.error(rows.slice(-FLOWS.reduce((sum, { owners }) => sum + owners.length - 1, 0)).join('\n'))
    }
    agent.destroy()
    await service.stop()
  } finally {
    await engine.abandon('account-flows')
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

function rowsOf(first: string[], owners: Flow['owners'], times: number[][]): string[] {
  const [nobody = []] = times
  return owners.slice(1).map((owner, index) => {
    const these = times[index + 1] as number[]
    const { larger, gain, noise } = differenceOf(nobody, these)
    const sorted = these.toSorted((one, other) => one - other)
    const ms = [median(nobody), median(these), quantile(sorted, 0.95)].map((each) => each.toFixed(1))
    const isTold = gain > noise ? 'yes' : 'no'
    return `| ${[...first, owner, ...ms, larger.toFixed(2), gain.toFixed(2), noise.toFixed(2), isTold].join(' | ')} |`
  })
}

const engines = (['sqlite', 'postgres'] as const).filter(
  (name) => options[name] || (!options.sqlite && !options.postgres),
)
const lines: string[] = []
for (const name of engines) lines.push(...(await run(name)))
console.log(lines.join('\n'))
if (engines.length === 2) {
  replaceBetween(PAGE, 'account flows', [
    '| engine | situation | request | compared with nobody | nobody, median, ms | median, ms | p95, ms | larger | gain | noise | told apart |',
    `|${' --- |'.repeat(4)}${' --: |'.repeat(6)} --- |`,
    ...lines,
    '',
    `${ROUNDS} rounds in turn (half as many of many at once), Node ${process.version}, ${cpus().length} cores.`,
  ])
}
