// `npm run bench:sign-in` measures how long sign-ins take, right and wrong, on the real service with a database of its
// own, and writes the table into docs/security.md. --rounds says how often each is measured.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import bcrypt from 'bcryptjs'
import { createApp } from '../server/app.ts'
import { loadConfig } from '../server/config/config.ts'
import { hashPassword } from '../server/credentials/passwords.ts'
import { standInFor } from '../server/credentials/stand-in-hash.ts'
import { insertRow } from '../server/crud/write/rows.ts'
import { connect } from '../server/db/connect.ts'
import { createLogger } from '../server/logger.ts'
import { prepare, systemContext } from '../server/prepare.ts'
import { registry } from '../server/resources/index.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const ROUNDS = Number(values.rounds)
/** Before anything is counted. */
const WARM_UP_ROUNDS = 5
/** Sign-ins under way at once, where throughput is measured. */
const AT_ONCE = 8
const PAGE = join(import.meta.dirname, '../docs/security.md')
const RIGHT = 'a quite unusual phrase'
const WRONG = 'another unusual phrase'

const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
const config = loadConfig(
  {
    DATABASE_URL: `sqlite:${join(folder, 'rolecall.db')}`,
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: RIGHT,
    SIGNIN_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  },
  { cwd: folder },
)
const connection = connect(config.databaseUrl)
await prepare(connection, config)
const ctx = systemContext(connection)
const { app } = await createApp({ config, connection, logger: createLogger('silent') })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

const imported = await bcrypt.hash(RIGHT, 10)
const ours = await hashPassword(undefined, RIGHT)

/** An account, made past the API: a hash from elsewhere, or none, is what no sign-up gives. */
async function account(name: string, password_hash: string | null, is_active = true): Promise<string> {
  const user = { email: `${name}@example.com`, username: name, first_name: name, meta: {} }
  await insertRow(ctx, registry.named('users'), { ...user, password_hash, is_active })
  return user.email
}

const active = await account('active', ours)
const inactive = await account('inactive', ours, false)
const withoutPassword: string[] = []
for (let number = 0; number < 16; number++) withoutPassword.push(await account(`passwordless${number}`, null))
const brought = await account('brought', imported)

const unknownNames = Array.from({ length: 1000 }, (_, number) => `nobody${number}@example.com`)

/** The first of the names in whose place no account with a hash from elsewhere stands, or one does: always the same. */
async function firstOf(names: readonly string[], isBrought: boolean): Promise<string> {
  for (const name of names) if (((await standInFor(ctx, name)) === imported) === isBrought) return name
  throw new Error('No name is like that; run it again.')
}

interface Case {
  name: string
  email: string
  password: string
  /** Before each round. */
  arrange?: () => Promise<unknown>
  status: 200 | 401
}

const bringBack = () =>
  connection.db.updateTable('users').set({ password_hash: imported }).where('email', '=', brought).execute()

const passwordless = await firstOf(withoutPassword, false)
const unknown = await firstOf(unknownNames, false)
const unknownBrought = await firstOf(unknownNames, true)
const CASES: Case[] = [
  { name: 'an account, right password', email: active, password: RIGHT, status: 200 },
  { name: 'an account, wrong password', email: active, password: WRONG, status: 401 },
  // The same once more: what differs here is the machine's doing.
  { name: 'the same account, wrong password again', email: active, password: WRONG, status: 401 },
  { name: 'no account, a right password', email: unknown, password: RIGHT, status: 401 },
  { name: 'no account, a wrong password', email: unknown, password: WRONG, status: 401 },
  { name: 'an inactive account, right password', email: inactive, password: RIGHT, status: 401 },
  { name: 'an inactive account, wrong password', email: inactive, password: WRONG, status: 401 },
  { name: 'an account without a password', email: passwordless, password: RIGHT, status: 401 },
  {
    name: 'a bcrypt brought along, right password (renewed)',
    email: brought,
    password: RIGHT,
    arrange: bringBack,
    status: 200,
  },
  {
    name: 'a bcrypt brought along, wrong password',
    email: brought,
    password: WRONG,
    arrange: bringBack,
    status: 401,
  },
  {
    name: 'no account, in place of which that bcrypt stands',
    email: unknownBrought,
    password: WRONG,
    arrange: bringBack,
    status: 401,
  },
]

/** One sign-in over the socket. @returns milliseconds until its whole answer was there */
function signIn({ email, password, status }: Pick<Case, 'email' | 'password' | 'status'>): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const call = request({ port, agent, method: 'POST', path: '/api/signin', headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === status) resolve(performance.now() - start)
        else reject(new Error(`${email}: ${response.statusCode} instead of ${status}`))
      })
    })
    call.once('error', reject)
    call.end(JSON.stringify({ email, password }))
  })
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)

const times = new Map(CASES.map((each): [Case, number[]] => [each, []]))
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  // What a sign-in leaves to be written would else always be the next one's to wait for.
  for (const each of shuffled(CASES)) {
    await each.arrange?.()
    const ms = await signIn(each)
    if (round >= 0) times.get(each)?.push(ms)
  }
}

/** How many of these are done a second, so many of them at once. */
async function throughput(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let left = ROUNDS
  const work = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return ROUNDS / ((performance.now() - start) / 1000)
}

const hashes = await throughput(() => hashPassword(undefined, RIGHT))
const signIns = await throughput(() => signIn({ email: active, password: RIGHT, status: 200 }))
await app.close()
await connection.close()
agent.destroy()
rmSync(folder, { recursive: true, force: true })

const quantile = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number
const timesOf = (name: string) => {
  const [, all] = [...times].find(([each]) => each.name === name) as [Case, number[]]
  return all.toSorted((a, b) => a - b)
}

/** What a failure takes as part of what the failure it must not be told from takes. */
const baselineOf = (name: string) =>
  /bcrypt/.test(name) ? 'a bcrypt brought along, wrong password' : 'an account, wrong password'
const rows = CASES.map(({ name, status }) => {
  const sorted = timesOf(name)
  const baseline = timesOf(baselineOf(name))
  const times = [0.1, 0.5, 0.95].map((part) => quantile(sorted, part).toFixed(1))
  // Of a busy machine, the fast ones tell more of the service than of the machine.
  const ratios = [0.1, 0.5].map((part) => (quantile(sorted, part) / quantile(baseline, part)).toFixed(3))
  return `| ${[name, status, ...times, ...(status === 401 ? ratios : ['', ''])].join(' | ')} |`
})
const table = [
  '| sign-in to | status | p10, ms | median, ms | p95, ms | p10, to a wrong password | median, to a wrong password |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  `${AT_ONCE} at once: ${signIns.toFixed(0)} sign-ins a second, of ${hashes.toFixed(0)} argon2id hashes that the ` +
    `machine makes (${((100 * signIns) / hashes).toFixed(0)} %). ` +
    `${ROUNDS} interleaved rounds, Node ${process.version}, ${cpus().length} cores.`,
].join('\n')

console.log(table)
const BEGIN = '<!-- sign-in timing, by npm run bench:sign-in -->'
const END = '<!-- end of sign-in timing -->'
const page = readFileSync(PAGE, 'utf8')
const [head, rest] = page.split(BEGIN)
const tail = rest?.split(END)[1]
if (tail === undefined) throw new Error(`${PAGE} has no place for the table.`)
writeFileSync(PAGE, `${head}${BEGIN}\n\n${table}\n\n${END}${tail}`)
