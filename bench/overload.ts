// `npm run bench:overload`: sends a service more requests than it can handle, and measures what it accepts and how
// fast, what it refuses, and how long probes on new connections wait. On a million users in SQLite; writes the table
// into bench/results/overload.md.
import { join } from 'node:path'
import autocannon from 'autocannon'
import { build, TOKENS } from './data/build.ts'
import { shapeOf } from './data/shape.ts'
import { sqliteEngine } from './engines/sqlite.ts'
import { headersOf } from './load/load.ts'
import { memoryOf, startService } from './processes/service.ts'
import { startWorker } from './processes/talk.ts'
import { replaceBetween } from './report/page.ts'
import { quantile } from './statistics.ts'

const SECONDS = 10
/** Each page contains a hundred users with their roles: a few milliseconds of work. */
const PAGES = Array.from({ length: 40 }, (_, page) => `/api/users?limit=100&include=roles&page=${page + 1}`)
const headers = headersOf({ method: 'GET', path: '', token: TOKENS.super })

const engine = sqliteEngine(join(import.meta.dirname, '.data'))
const { name } = await build(engine, shapeOf(1_000_000))
const service = await startService({ databaseUrl: await engine.copy(name) })
const prober = startWorker(join(import.meta.dirname, 'processes/prober.ts'))
for (const path of PAGES) await (await fetch(service.origin + path, { headers })).text()

/** The cells for responses of one kind, from their times in milliseconds. */
const cellsOf = (times: number[] = []) => {
  const sorted = times.toSorted((one, other) => one - other)
  const perSecond = (sorted.length / SECONDS).toFixed(0)
  return sorted.length === 0 ? ['—', '', ''] : [perSecond, ...[0.5, 0.99].map((part) => ms(sorted, part))]
}
const ms = (sorted: number[], part: number) => quantile(sorted, part).toFixed(0)

/** @param perSecond by default as fast as the service answers; each connection sends at least one request per second */
async function offer(what: string, most: number, perSecond = Infinity) {
  const connections = Math.min(most, perSecond)
  const byStatus = new Map<number, number[]>()
  const probing = prober.ask<number[]>({ url: `${service.origin}/healthz`, ms: (SECONDS - 1) * 1000 })
  const ended = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    url: service.origin,
    connections,
    duration: SECONDS,
    timeout: 60,
    // A client that waits for a response sends nothing meanwhile, and does not count the missed requests.
    ...(perSecond < Infinity && { overallRate: perSecond, ignoreCoordinatedOmission: true }),
    requests: PAGES.map((path) => ({ method: 'GET', path, headers })),
  }
  const instance = autocannon(options, (error, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  )
  instance.on('response', (_client, status, _bytes, time) => {
    const times = byStatus.get(status)
    if (times) times.push(time)
    else byStatus.set(status, [time])
  })
  const { errors, timeouts } = await ended.promise
  if (errors + timeouts > 0) throw new Error(`${what}: ${errors} connections broke, ${timeouts} timed out.`)
  const probes = await probing
  const accepted = byStatus.get(200)
  const cells = [
    what,
    connections,
    perSecond < Infinity ? perSecond : '',
    ...cellsOf(accepted),
    ...cellsOf(byStatus.get(503)),
    ms(probes, 0.5),
    ms(probes, 0.99),
    memoryOf(service.pid)?.most.toFixed(0) ?? '',
  ]
  rows.push(`| ${cells.join(' | ')} |`)
  console.error(rows.at(-1))
  return (accepted?.length ?? 0) / SECONDS
}

const rows: string[] = []
const capacity = await offer('32 clients, each waiting for its answer', 32)
const times = (factor: number) => Math.round(capacity * factor)
await offer('0.7 × that rate', 300, times(0.7))
await offer('1.5 ×', 600, times(1.5))
await offer('3 ×', 900, times(3))
await offer('10 ×', 1000, times(10))
await offer('0.7 × again', 300, times(0.7))
await prober.stop()
await service.stop()
await engine.close()

replaceBetween(join(import.meta.dirname, 'results/overload.md'), 'overload', [
  '| offered | connections | per second | accepted per second | p50 | p99 | refused per second | p50 | p99 | probes, p50 | p99 | memory, MiB |',
  `|${' --- |'}${' --: |'.repeat(11)}`,
  ...rows,
])
