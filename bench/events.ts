// `npm run bench:events [-- --sqlite | --postgres] [--entries 1000000] [--before FOLDER]`: what the record of events gives and
// costs. `--before` names the folder `server/` of a checkout without it, whose writes are measured in turn. Writes the table into
// bench/results/events.md if both engines are measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BenchEngine, EngineName } from './engines/engine.ts'
import { openEngine } from './engines/index.ts'
import { exportCost, importUsers, readTimes } from './events/entries.ts'
import { runCommand, startRunning } from './events/service.ts'
import {
  deliveryRate,
  streamDelay,
  streamMemory,
  webhookDelay,
  writesBesideWebhooks,
} from './events/subscribers.ts'
import { chooseLoad } from './load/choose.ts'
import type { Request } from './load/load.ts'
import { replaceBetween } from './report/page.ts'
import { median } from './statistics.ts'

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    entries: { type: 'string', default: '1000000' },
    before: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const ENTRIES = Number(options.entries)
const CLIENTS = 32
const ROUNDS = 9
const WINDOW_MS = 2500
const PAGE = join(import.meta.dirname, 'results/events.md')
const load = chooseLoad()
const wants = (part: string) => options.only === '' || options.only.split(',').includes(part)

/** One line of the table. */
type Say = (name: string, figure: string, target: string) => void

const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))

/** A log of its own: the sealer refuses a database with less than was signed. */
async function sealedLog(): Promise<Record<string, string>> {
  const own = mkdtempSync(join(folder, 'log-'))
  const log = { AUDIT_KEY_FILE: join(own, 'audit.key'), AUDIT_CHECKPOINTS: join(own, 'checkpoints') }
  await runCommand(['audit', 'key'], log)
  return log
}

let made = 0

async function subscribers(engine: BenchEngine, say: Say): Promise<void> {
  const databaseUrl = await engine.begin('events')
  const env = { ...(await sealedLog()), WEBHOOK_NETWORKS: '127.0.0.0/8' }
  // A process that has done nothing else: memory that it has freed would be taken for them.
  const fresh = await startRunning({ databaseUrl, env })
  say('1,000 streams', await streamMemory(fresh), '≤ 100 MiB')
  await fresh.stop()
  const running = await startRunning({ databaseUrl, env })
  say('from a write to its webhook, median', await webhookDelay(running), '≤ 100 ms')
  say('from a write to its stream, median', await streamDelay(running), '≤ 20 ms')
  say('deliveries of one webhook', await deliveryRate(running), '≥ 1,000 a second')
  for (const [name, told] of [
    ['creates beside 1,000 webhooks for other events', 0],
    ['creates that one of 1,000 webhooks is told of', 1],
    ['creates that each of 1,000 webhooks is told of', 1000],
  ] as const)
    say(name, await writesBesideWebhooks(running, load, told), 'no slower')
  await running.stop()
  await engine.abandon('events')
}

async function entries(engine: BenchEngine, say: Say): Promise<void> {
  const databaseUrl = await engine.begin('events')
  const env = await sealedLog()
  say(`${ENTRIES} entries, by an import`, await importUsers(databaseUrl, ENTRIES), '')
  const running = await startRunning({ databaseUrl, env })
  const start = performance.now()
  // On PostgreSQL entries get their numbers first.
  for (let sealed = 0; sealed < ENTRIES; await wait(200)) {
    const { body } = await running.call('GET', '/api/audit/seal')
    sealed = (body as unknown as { data: { sealed: number } }).data.sealed
  }
  const perSecond = ENTRIES / ((performance.now() - start) / 1000)
  say('sealing what was imported', `${perSecond.toFixed(0)} a second`, '≥ 20,000 a second')
  for (const [name, figure] of Object.entries(await readTimes(running, ENTRIES))) say(name, figure, '≤ 5 ms')
  say('the export', await exportCost(running), 'constant memory')
  await running.stop()
  const verified = performance.now()
  await runCommand(['audit', 'verify'], { DATABASE_URL: databaseUrl, ...env })
  say('`rolecall audit verify`', `${((performance.now() - verified) / 1000).toFixed(1)} s`, '≤ 20 s')
  await engine.abandon('events')
}

/** Requests of a write, none of which repeats another. */
const WRITES: Record<string, (token: string, users: readonly number[]) => Request> = {
  'a user created': (token) => ({
    method: 'POST',
    path: '/api/users/create',
    token,
    body: { email: `created.${made++}@example.com`, first_name: 'Made', last_name: `Number ${made}` },
  }),
  'a user updated': (token, users) => ({
    method: 'POST',
    path: `/api/users/id/${users[made % users.length]}/update`,
    token,
    body: { title: `Title ${made++}` },
  }),
}

/** Writes by 32 clients, as a part of those of a service without the record, in turn. */
async function writes(engine: BenchEngine, say: Say, before: string): Promise<void> {
  const start = async (name: string, options: { server?: string; env?: Record<string, string> }) => {
    const databaseUrl = await engine.begin(name)
    // The service of --before plans each statement anew in the process that has migrated, so all are measured after a restart.
    await (await startRunning({ databaseUrl, ...options })).stop()
    const running = await startRunning({ databaseUrl, ...options })
    const people = Array.from({ length: 1000 }, () => ({ email: `p${made++}@example.com`, first_name: 'P' }))
    const { body } = await running.call('POST', '/api/users', people)
    return { name, running, users: body.data.items.map(({ id }) => id), rates: [] as number[] }
  }
  const without = await start('events-without', { server: before })
  const sides = [
    { ...(await start('events-with', {})), label: 'of before', target: '≥ 0.85' },
    {
      ...(await start('events-sealed', { env: await sealedLog() })),
      label: 'of before, while entries are sealed',
      target: '',
    },
  ]
  for (const [name, requestOf] of Object.entries(WRITES)) {
    const all = [without, ...sides]
    for (const side of all) side.rates = []
    for (let round = -1; round < ROUNDS; round++)
      for (const { running, users, rates } of round % 2 === 0 ? all : all.toReversed()) {
        const requests = Array.from({ length: 20_000 }, () => requestOf(running.token, users))
        const { origin } = running.service
        const asked = { origin, requests, connections: CLIENTS, ms: WINDOW_MS }
        const { perSecond, failures } = await load.run(asked)
        if (failures > 0) throw new Error(`${name}: ${failures} failures`)
        if (round >= 0) rates.push(perSecond)
      }
    for (const { label, target, rates } of sides) {
      const ratios = rates.map((perSecond, round) => perSecond / (without.rates[round] as number))
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
      const figure = `${median(ratios).toFixed(2)} (${spread}; ${median(rates).toFixed(0)} a second)`
      say(`${name}, ${label}`, figure, target)
    }
  }
  for (const { running, name } of [without, ...sides]) {
    await running.stop()
    await engine.abandon(name)
  }
}

async function run(name: EngineName): Promise<string[]> {
  const engine = await openEngine(name, join(import.meta.dirname, '.data'))
  const rows: string[] = []
  const say: Say = (what, figure, target) => {
    rows.push(`| ${name} | ${what} | ${figure} | ${target} |`)
    console.error(rows.at(-1))
  }
  try {
    if (wants('subscribers')) await subscribers(engine, say)
    if (options.before !== undefined && wants('writes')) await writes(engine, say, options.before)
    if (wants('entries')) await entries(engine, say)
  } finally {
    await engine.close()
  }
  return rows
}

const engines = (['sqlite', 'postgres'] as const).filter(
  (name) => options[name] || (!options.sqlite && !options.postgres),
)
const rows: string[] = []
for (const name of engines) rows.push(...(await run(name)))
rmSync(folder, { recursive: true, force: true })
const table = [
  '| engine | what | measured | target |',
  '| --- | --- | --- | --- |',
  ...rows,
  '',
  `${load.name} ${load.version}, Node ${process.version}, ${cpus().length} cores.`,
]
console.log(table.join('\n'))
if (engines.length === 2 && options.only === '') replaceBetween(PAGE, 'events', table)
