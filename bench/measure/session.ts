import type { Ask } from '../floors/main.ts'
import { bodyOf, headersOf, type Load, type Measured, type Request } from '../load/load.ts'
import type { World } from '../operations/world.ts'
import type { Service } from '../processes/service.ts'
import type { Worker } from '../processes/talk.ts'
import type { Settings } from '../settings.ts'

/** A database of some size, and the service on it. */
export interface Stand {
  world: World
  databaseUrl: string
  service: Service
  /** The most memory that services before this one took, in MiB. */
  mostMib: number
  /** After an answer that did not come. */
  restart(): Promise<void>
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
  /** The floor of writes, on a database of its own. */
  commits: Worker
  /** Tells who watches what is being done. */
  say: (line: string) => void
}

export const largest = ({ stands }: Session): Stand => stands.at(-1) as Stand

/** An answer that takes longer is asked for one at a time; and if much longer, no more than to know that. */
export const SLOW_MS = 150
const VERY_SLOW_MS = 1500
/** At least so many of others. */
export const ANSWERS_A_ROUND = 5

/** Why an operation has no figures. It is told in its row: the others have theirs. */
export class NoFigures extends Error {}

/** An answer that did not come in time. */
export class NoAnswer extends NoFigures {
  constructor(patienceMs: number) {
    super(`no answer within ${patienceMs / 1000} s`)
  }
}

/** The service took too long, and said so. */
export class TooSlow extends NoFigures {}

/** @throws NoFigures: what is refused takes no time, and tells nothing of what is answered */
export function refuseFailures({ failures, count }: Measured): void {
  if (failures > 0) throw new NoFigures(`${failures} of ${count} answers were failures`)
}

/** One request. @returns milliseconds until the whole answer was there @throws NoFigures; Error unless it is a success */
export async function timeOf(origin: string, request: Request, patienceMs: number): Promise<number> {
  try {
    return await timed(origin, request, patienceMs)
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new NoAnswer(patienceMs)
    throw error
  }
}

async function timed(origin: string, request: Request, patienceMs: number): Promise<number> {
  const start = performance.now()
  const response = await fetch(origin + request.path, {
    method: request.method,
    headers: headersOf(request),
    ...(request.body !== undefined && { body: bodyOf(request) }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await response.text()
  const took = performance.now() - start
  if (response.status === 503) throw new TooSlow(`${request.path}: ${text.slice(0, 300)}`)
  if (!response.ok)
    throw new Error(`${request.method} ${request.path}: ${response.status} ${text.slice(0, 300)}`)
  return took
}

/** A round of load; of slow answers, one a round. @param expectedMs of one answer @param part of a whole round's time */
export async function round(
  { load, settings }: Session,
  origin: string,
  requests: readonly Request[],
  what: 'throughput' | 'latency' | 'warm-up',
  expectedMs = 0,
  part = 1,
): Promise<Measured> {
  if (expectedMs > VERY_SLOW_MS || (expectedMs > SLOW_MS && what === 'warm-up')) return single(expectedMs)
  if (expectedMs > SLOW_MS) return single(await timeOf(origin, pickOne(requests), settings.patienceMs))
  const { throughputMs, latencyMs, warmUpMs, connections } = settings
  const ms = { throughput: throughputMs, latency: latencyMs, 'warm-up': warmUpMs }[what]
  const measured = await load.run({
    origin,
    requests,
    connections: what === 'latency' ? 1 : connections,
    ms: Math.max(ms * part, expectedMs * ANSWERS_A_ROUND),
  })
  // What was under way when the round ended is none of the next one's.
  await (await fetch(`${origin}/healthz`)).text()
  return measured.count > 0 ? measured : single(await timeOf(origin, pickOne(requests), settings.patienceMs))
}

/** Time for all keys to be asked for once: what a check needs of a user is read at the first. */
export async function askEach(
  session: Session,
  origin: string,
  requests: readonly Request[],
  expectedMs = 0,
) {
  const { settings } = session
  const wanted = requests.length * expectedMs
  const part = Math.min(wanted, settings.askEachMs) / settings.warmUpMs
  await round(session, origin, requests, 'warm-up', expectedMs, part)
}

const pickOne = (requests: readonly Request[]) =>
  requests[Math.floor(Math.random() * requests.length)] as Request

const single = (ms: number): Measured => ({
  count: 1,
  perSecond: 1000 / ms,
  p50: ms,
  p99: ms,
  max: ms,
  failures: 0,
})
