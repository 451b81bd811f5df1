import type { Ask } from '../floors/main.ts'
import { bodyOf, headersOf, type Load, type Measured, type Request } from '../load/load.ts'
import type { World } from '../operations/world.ts'
import type { Service } from '../processes/service.ts'
import type { Worker } from '../processes/talk.ts'
import type { Settings } from '../settings.ts'
import { median, quantile } from '../statistics.ts'

/** A database of some size, and the service on it. */
export interface Stand {
  world: World
  databaseUrl: string
  service: Service
}

export interface FloorProcess {
  worker: Worker
  origin: string
  learn(ask: Exclude<Ask, 'address'>): Promise<unknown>
}

/** Everything that runs while one engine is measured. */
export interface Session {
  settings: Settings
  load: Load
  /** From the smallest to the largest, which is compared with the floors. */
  stands: readonly [Stand, ...Stand[]]
  floors: { bytes: FloorProcess; statement: FloorProcess }
  /** Tells who watches what is being done. */
  say: (line: string) => void
}

export const largest = ({ stands }: Session): Stand => stands.at(-1) as Stand

/** An answer that takes longer is waited for one by one; and if much longer, once. */
const SLOW_MS = 300
const VERY_SLOW_MS = 3000
const SLOW_SAMPLES = 3

/** One request. @returns milliseconds until the whole answer was there @throws unless it is a success */
export async function timeOf(origin: string, request: Request): Promise<number> {
  const start = performance.now()
  const response = await fetch(origin + request.path, {
    method: request.method,
    headers: headersOf(request),
    ...(request.body !== undefined && { body: bodyOf(request) }),
    signal: AbortSignal.timeout(280_000),
  })
  const text = await response.text()
  const took = performance.now() - start
  if (!response.ok) throw new Error(`${request.method} ${request.path}: ${response.status} ${text.slice(0, 300)}`)
  return took
}

/** A round of load; where an answer takes longer than a round, a few answers. @param expectedMs of one answer */
export async function round(
  { load, settings }: Session,
  origin: string,
  requests: readonly Request[],
  what: 'throughput' | 'latency' | 'warm-up',
  expectedMs = 0,
): Promise<Measured> {
  if (expectedMs > SLOW_MS) return sampled(origin, requests, expectedMs)
  const ms = { throughput: settings.throughputMs, latency: settings.latencyMs, 'warm-up': settings.warmUpMs }[what]
  const connections = what === 'latency' ? 1 : settings.connections
  return load.run({ origin, requests, connections, ms })
}

async function sampled(origin: string, requests: readonly Request[], expectedMs: number): Promise<Measured> {
  const count = expectedMs > VERY_SLOW_MS ? 1 : SLOW_SAMPLES
  const times: number[] = expectedMs > VERY_SLOW_MS ? [expectedMs] : []
  for (let number = 0; times.length < count; number++) {
    times.push(await timeOf(origin, requests[number % requests.length] as Request))
  }
  times.sort((one, other) => one - other)
  return {
    count: times.length,
    perSecond: 1000 / median(times),
    p50: median(times),
    p99: quantile(times, 0.99),
    max: times.at(-1) ?? 0,
    failures: 0,
  }
}
