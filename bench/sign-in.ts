// `npm run bench:sign-in` measures how long successful and failed sign-ins take, on the real service with its own
// database, and writes the table into docs/security.md. --rounds sets the number of measurements of each.
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
import { standInFor } from '../server/credentials/sign-ins.ts'
import { insertRow } from '../server/crud/write/rows.ts'
import { InstallationSecret } from '../server/crypto/installation-secret.ts'
import { connect } from '../server/db/connect.ts'
import { createLogger } from '../server/logger.ts'
import { prepare, systemContext } from '../server/prepare.ts'
import { registry } from '../server/resources/index.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const ROUNDS = Number(values.rounds)
/** Rounds that are not counted. */
const WARM_UP_ROUNDS = 5
/** Concurrent sign-ins for the throughput. */
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
const secret = new InstallationSecret()
await prepare(connection, config, secret)
const ctx = systemContext(connection)
const { app } = await createApp({ config, connection, secret, logger: createLogger('silent') })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

const imported = await bcrypt.hash(RIGHT, 10)
const ours = await hashPassword(undefined, RIGHT)

/** Creates an account without the API, since no sign-up produces an imported hash, or none. */
async function account(name: string, password_hash: string | null, is_active = true): Promise<string> {
  const user = { email: `${name}@example.com`, username: name, first_name: name, meta: {} }
  await insertRow(ctx, registry.named('users'), { ...user, password_hash, is_active })
  return user.email
}

const active = await account('active', ours)
const inactive = await account('inactive', ours, false)
const withoutPassword: string[] = []
for (let number = 0; number < 16; number++) withoutPassword.push(await account(`passwordless${number}`, null))
const withImport = await account('brought', imported)

const unknownNames = Array.from({ length: 1000 }, (_, number) => `nobody${number}@example.com`)

/** The first name whose stand-in is, or is not, the imported hash; a name always has the same stand-in. */
async function firstOf(names: readonly string[], isBrought: boolean): Promise<string> {
  for (const name of names) if (((await standInFor(ctx, name)) === imported) === isBrought) return name
  throw new Error('No name is like that; run it again.')
}

interface Case {
  name: string
  email: string
  password: string
  /** Runs before each round. */
  arrange?: () => Promise<unknown>
  status: 200 | 401
}

const bringBack = () =>
  connection.db
    .updateTable('users')
    .set({ password_hash: imported })
    .where('email', '=', withImport)
    .execute()

const passwordless = await firstOf(withoutPassword, false)
const unknown = await firstOf(unknownNames, false)
const unknownBrought = await firstOf(unknownNames, true)
const CASES: Case[] = [
  { name: 'an account, right password', email: active, password: RIGHT, status: 200 },
  { name: 'an account, wrong password', email: active, password: WRONG, status: 401 },
  // Repeated: a difference to the row above is noise of the machine.
  { name: 'the same account, wrong password again', email: active, password: WRONG, status: 401 },
  { name: 'no account, right password', email: unknown, password: RIGHT, status: 401 },
  { name: 'no account, wrong password', email: unknown, password: WRONG, status: 401 },
  { name: 'an inactive account, right password', email: inactive, password: RIGHT, status: 401 },
  { name: 'an inactive account, wrong password', email: inactive, password: WRONG, status: 401 },
  { name: 'an account without a password', email: passwordless, password: RIGHT, status: 401 },
  {
    name: 'an imported bcrypt hash, right password (renewed)',
    email: withImport,
    password: RIGHT,
    arrange: bringBack,
    status: 200,
  },
  {
    name: 'an imported bcrypt hash, wrong password',
    email: withImport,
    password: WRONG,
    arrange: bringBack,
    status: 401,
  },
  {
    name: 'no account, with an imported bcrypt hash as its stand-in',
    email: unknownBrought,
    password: WRONG,
    arrange: bringBack,
    status: 401,
  },
]

/** One sign-in over the socket. @returns milliseconds until the response is complete */
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
  // In random order; otherwise the writes that a sign-in causes would always delay the same next one.
  for (const each of shuffled(CASES)) {
    await each.arrange?.()
    const ms = await signIn(each)
    if (round >= 0) times.get(each)?.push(ms)
  }
}

/** The rate at a fixed concurrency. */
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

/** The failure from which another failure must not be distinguishable; ratios are relative to its time. */
const baselineOf = (name: string) =>
  /bcrypt/.test(name) ? 'an imported bcrypt hash, wrong password' : 'an account, wrong password'
const rows = CASES.map(({ name, status }) => {
  const sorted = timesOf(name)
  const baseline = timesOf(baselineOf(name))
  const times = [0.1, 0.5, 0.95].map((part) => quantile(sorted, part).toFixed(1))
  // On a busy machine, the fast ones say more about the service than about the machine.
  const ratios = [0.1, 0.5].map((part) => (quantile(sorted, part) / quantile(baseline, part)).toFixed(3))
  return `| ${[name, status, ...times, ...(status === 401 ? ratios : ['', ''])].join(' | ')} |`
})
const table = [
  '| sign-in to | status | p10, ms | median, ms | p95, ms | p10, relative to a wrong password | median, relative to a wrong password |',
  '| --- | --- | --- | --- | --- | --- | --- |',
  ...rows,
  '',
  `${AT_ONCE} concurrent: ${signIns.toFixed(0)} sign-ins per second; the machine computes ${hashes.toFixed(0)} ` +
    `argon2id hashes per second (${((100 * signIns) / hashes).toFixed(0)} %). ` +
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
