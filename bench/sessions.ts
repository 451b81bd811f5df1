// `npm run bench:sessions [-- --sqlite | --postgres] [--rounds 20]`: what a session in a cookie costs beside a bearer token, and a
// sign-in with a second factor beside one without, in processor time of the service, in turn. Writes the table into
// bench/results/sessions.md.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import type { EngineName } from './engines/engine.ts'
import { openEngine } from './engines/index.ts'
import { freePort } from './processes/free-port.ts'
import { cpuMsOf, type Service, startService } from './processes/service.ts'
import { replaceBetween } from './report/page.ts'
import { median, quantile } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    rounds: { type: 'string', default: '20' },
  },
})
const ROUNDS = Number(options.rounds)
/** Requests of one kind in a row, by as many clients: a tick of the processor's clock is 10 ms. */
const REQUESTS = 4000
const CLIENTS = 8
/** Of each kind in a round: an app's code is good for one sign-in, so each is by another user. */
const SIGN_INS = 16
/** Rounds of sign-ins that are not counted: a service that has just started compiles what it runs. */
const WARM_UP_ROUNDS = 20
const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const PASSWORD = 'another unusual phrase'
const PAGE = join(import.meta.dirname, 'results/sessions.md')

interface Answered {
  status: number
  headers: { 'set-cookie'?: string[] }
  body: { data: { item: { id: number; api_token: string }; secret: string }; challenge: string }
}

/** @throws Error unless the status is one of these */
type Send = (
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: object,
  expected?: readonly number[],
) => Promise<Answered>

function senderTo(origin: string): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  return (method, path, headers, body, expected = [200, 201]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const all = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(origin + path, { method, agent, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => {
        const status = response.statusCode as number
        if (expected.includes(status)) resolve({ status, headers: response.headers, body: JSON.parse(text) })
        else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`))
      })
    })
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
    return promise
  }
}

/** The processor time of the service while this runs, in milliseconds. */
async function cpuOf(service: Service, run: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(service.pid) as number
  await run()
  return (cpuMsOf(service.pid) as number) - before
}

async function many(count: number, run: () => Promise<unknown>): Promise<void> {
  let left = count
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** A row of the table: the base, the control (the same again) and the other, each by the processor time of a call. */
interface Row {
  name: string
  base: number[]
  control: number[]
  other: number[]
  calls: number
}

async function readRows(service: Service, send: Send, userId: number): Promise<Row[]> {
  const bearer = await send('POST', '/api/signin', {}, ADMIN)
  const cookie = await send(
    'POST',
    '/api/signin',
    { origin: service.origin },
    { ...ADMIN, session: 'cookie' },
  )
  const byHeader = { authorization: `Bearer ${bearer.body.data.item.api_token}` }
  const byCookie = {
    cookie: (cookie.headers['set-cookie'] as string[]).map((one) => one.split(';')[0]).join('; '),
  }
  const paths = {
    'does a user have a permission?': `/api/users/id/${userId}/permissions/can-read-users`,
    'a user by id': `/api/users/id/${userId}`,
    'a list of 20': '/api/users?per_page=20',
  }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(paths)) {
    const row: Row = { name, base: [], control: [], other: [], calls: REQUESTS }
    const by = (headers: OutgoingHttpHeaders) =>
      cpuOf(service, () => many(REQUESTS, () => send('GET', path, headers)))
    await by(byHeader)
    await by(byCookie)
    for (let round = 0; round < ROUNDS; round += 1) {
      row.base.push(await by(byHeader))
      row.other.push(await by(byCookie))
      row.control.push(await by(byHeader))
    }
    rows.push(row)
  }
  return rows
}

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signInRow(service: Service, send: Send): Promise<Row> {
  const admin = (await send('POST', '/api/signin', {}, ADMIN)).body.data.item.api_token
  let count = 0
  // Nobody is told of their first sign-in, so each user has signed in before.
  const makeUser = async () => {
    const email = `s${++count}@example.org`
    const user = { email, password: PASSWORD }
    const headers = { authorization: `Bearer ${admin}` }
    await send('POST', '/api/users/create', headers, { ...user, first_name: 'S' })
    return { user, token: (await send('POST', '/api/signin', {}, user)).body.data.item.api_token }
  }
  const makeOwner = async () => {
    const { user, token } = await makeUser()
    const headers = { authorization: `Bearer ${token}` }
    const { secret } = (await send('POST', '/api/me/factors/totp', headers, {})).body.data
    // One step of drift is tolerated, and each step is accepted once: the sign-in uses the next one.
    const confirm = () =>
      send('POST', '/api/me/factors/totp/confirm', headers, { code: codeOf(secret, -1) }, [201, 422])
    // The next step may begin before the code arrives.
    if ((await confirm()).status === 422) assert.equal((await confirm()).status, 201)
    return { ...user, secret }
  }
  const row: Row = { name: 'sign in', base: [], control: [], other: [], calls: SIGN_INS }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const users = await Promise.all(Array.from({ length: SIGN_INS }, makeUser))
    const owners = await Promise.all(Array.from({ length: SIGN_INS }, makeOwner))
    const plain = async () => {
      for (const { user } of users) await send('POST', '/api/signin', {}, user)
    }
    const withFactor = async () => {
      for (const { secret, ...owner } of owners) {
        const { challenge } = (await send('POST', '/api/signin', {}, owner, [401])).body
        await send('POST', '/api/signin', {}, { challenge, code: codeOf(secret, 0) })
      }
    }
    const [base, other, control] = [
      await cpuOf(service, plain),
      await cpuOf(service, withFactor),
      await cpuOf(service, plain),
    ]
    if (round < 0) continue
    row.base.push(base)
    row.other.push(other)
    row.control.push(control)
  }
  return row
}

async function run(name: EngineName): Promise<string[]> {
  const engine = await openEngine(name, join(import.meta.dirname, '.data'))
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const port = String(await freePort())
  const env = {
    ...{ PORT: port, PUBLIC_URL: `http://localhost:${port}`, DATA_FOLDER: folder, LOG_LEVEL: 'error' },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    // Nobody listens there: the mails of factors and new devices wait, and take no time.
    ...{ MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'rolecall@example.com' },
  }
  const service = await startService({ databaseUrl: await engine.begin('sessions'), env })
  const send = senderTo(service.origin)
  try {
    const admin = (await send('POST', '/api/signin', {}, ADMIN)).body.data.item
    const headers = { authorization: `Bearer ${admin.api_token}` }
    for (let number = 0; number < 50; number += 1)
      await send('POST', '/api/users/create', headers, { email: `u${number}@example.org`, first_name: 'U' })
    const rows = [
      ...(await readRows({ ...service, origin: `http://localhost:${port}` }, send, admin.id)),
      await signInRow(service, send),
    ]
    return rows.map((row) => lineOf(name, row))
  } finally {
    await service.stop()
    await engine.abandon('sessions')
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf(engine: EngineName, { name, base, control, other, calls }: Row): string {
  const both = base.map((value, round) => (value + (control[round] as number)) / 2)
  const ratios = both.map((value, round) => value / (other[round] as number)).toSorted((a, b) => a - b)
  const noise = base.map((value, round) => value / (control[round] as number)).toSorted((a, b) => a - b)
  const figure = (values: readonly number[]) =>
    `${median(values).toFixed(2)} (${quantile(values, 0.25).toFixed(2)} to ${quantile(values, 0.75).toFixed(2)})`
  const ms = (values: readonly number[]) => (median(values) / calls).toFixed(3)
  return `| ${[engine, name, ms(both), ms(other), figure(ratios), figure(noise)].join(' | ')} |`
}

const engines = (['sqlite', 'postgres'] as const).filter(
  (name) => options[name] || (!options.sqlite && !options.postgres),
)
const lines: string[] = []
for (const name of engines) lines.push(...(await run(name)))
const table = [
  '| engine | call | by header, or without a factor, ms | by cookie, or with an app’s code, ms | ratio (middle half) | the same twice |',
  `| --- | --- |${' --: |'.repeat(4)}`,
  ...lines,
  '',
  `${ROUNDS} rounds in turn, Node ${process.version}, ${cpus().length} cores.`,
]
console.log(table.join('\n'))
if (engines.length === 2) replaceBetween(PAGE, 'sessions', table)
