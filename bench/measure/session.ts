import type { Ask } from '../floors/main.ts'
import { type Load, type Measured, type Request, send } from '../load/load.ts'
import type { World } from '../operations/world.ts'
import type { Service } from '../processes/service.ts'
import type { Worker } from '../processes/talk.ts'
import type { Settings } from '../settings.ts'

/** A database of one size, and the service on it. */
export interface Stand {
  world: World
  databaseUrl: string
  service: Service
  /** The most memory that earlier services on this database used, in MiB. */
  mostMib: number
  /** Restarts the service after a missing response. */
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
  /** The floor of writes, on a separate database. */
  commits: Worker
  /** Prints progress. */
  say: (line: string) => void
}

export const largest = ({ stands }: Session): Stand => stands.at(-1) as Stand

/** A slower response is requested by one connection, once a round; a much slower one only beforehand, to learn that. */
export const SLOW_MS = 150
const VERY_SLOW_MS = 1500
/** The least number of other responses of each connection in a round. */
export const ANSWERS_A_ROUND = 5
/** If that would take longer, fewer connections request them. */
const LONGEST_ROUND_MS = 5000

/** Why an operation has no figures. Its row shows the reason; the others have theirs. */
export class NoFigures extends Error {}

/** A response that did not arrive in time. */
export class NoAnswer extends NoFigures {
  constructor(patienceMs: number) {
    super(`no answer within ${patienceMs / 1000} s`)
  }
}

/** The service exceeded its time limit and said so. */
export class TooSlow extends NoFigures {}

/** @throws NoFigures: refusals are fast and say nothing about responses */
export function refuseFailures({ failures, count }: Measured): void {
  if (failures > 0) throw new NoFigures(`${failures} of ${count} answers were failures`)
}

/**
 * Sends one request. @returns milliseconds until the response is complete @throws NoFigures; Error unless it succeeds
 */
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
  const response = await send(origin, request, AbortSignal.timeout(patienceMs))
  const text = await response.text()
  const took = performance.now() - start
  if (response.status === 503) throw new TooSlow(`${request.path}: ${text.slice(0, 300)}`)
  if (!response.ok)
    throw new Error(`${request.method} ${request.path}: ${response.status} ${text.slice(0, 300)}`)
  return took
}

/**
 * A round of load; slow responses are requested one per round. @param expectedMs of one response @param part of a
 * round's time
 */
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
  const usual = { throughput: throughputMs, latency: latencyMs, 'warm-up': warmUpMs }[what]
  // Requests of all connections are carried out in turn. Those in flight at the end do not count: they must be few.
  const neededMs = expectedMs * ANSWERS_A_ROUND
  const most = Math.max(1, Math.floor(LONGEST_ROUND_MS / neededMs))
  const clients = what === 'latency' ? 1 : Math.min(connections, most)
  const measured = await load.run({
    origin,
    requests,
    connections: clients,
    ms: Math.max(usual * part, what === 'throughput' ? neededMs * clients : neededMs),
  })
  // It is answered after those that are still in flight, which must not disturb the next round.
  await timeOf(origin, pickOne(requests), settings.patienceMs).catch(ignoreTooSlow)
  return measured.count > 0 ? measured : single(await timeOf(origin, pickOne(requests), settings.patienceMs))
}

/**
 * Requests each key once, one after another: the first answer may be slow, and several such at a time may be refused. Its
 * refusals do not matter; those of the measured rounds do.
 */
export async function askEach(
  { settings }: Session,
  origin: string,
  requests: readonly Request[],
): Promise<void> {
  const until = performance.now() + settings.askEachMs
  for (const request of requests) {
    if (performance.now() > until) return
    await timeOf(origin, request, settings.patienceMs).catch(ignoreTooSlow)
  }
}

/** @throws all other errors */
export function ignoreTooSlow(error: unknown): void {
  if (!(error instanceof TooSlow)) throw error
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
