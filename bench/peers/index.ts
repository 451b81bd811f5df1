import { join } from 'node:path'
import { sqliteEngine } from '../engines/sqlite.ts'
import { chooseLoad } from '../load/choose.ts'
import type { Load, Measured } from '../load/load.ts'
import { type Facts, factsOf } from '../measure/facts.ts'
import { ANSWERS_A_ROUND, timeOf } from '../measure/session.ts'
import type { Settings } from '../settings.ts'
import { median } from '../statistics.ts'
import { betterAuth } from './better-auth.ts'
import { directus } from './directus.ts'
import { keycloak } from './keycloak.ts'
import { openfga } from './openfga.ts'
import { OPERATIONS, type Operation, type Peer, type Running, range } from './peer.ts'
import { pocketbase } from './pocketbase.ts'
import { rolecall } from './rolecall.ts'

const PEERS: readonly Peer[] = [rolecall, betterAuth, directus, pocketbase, openfga, keycloak]

export interface PeerResult {
  name: string
  version?: string
  notes: Partial<Record<Operation, string>>
  /** Why there are no figures. */
  fault?: string
  figures: Partial<Record<Operation, { perSecond: number; p50: number; p99: number }>>
}

export interface PeerResults {
  facts: Facts
  rounds: number
  peers: PeerResult[]
}

/** Higher than the rate of any of them. */
const MOST_A_SECOND = 20_000
/** V8 and the JVM compile first. */
const WARM_UP_MS = 2000
/** A request may take this much longer than twice what the first one took. */
const SETTLED_MS = 2
const MOST_TRIES = 50
/** Operations that hash passwords use fewer connections. */
const AT_ONCE: Partial<Record<Operation, number>> = { 'create user, with a password': 8, 'sign in': 8 }

/** Measures the same operations on each system, in turn. */
export async function measurePeers(
  folder: string,
  settings: Settings,
  say: (line: string) => void,
): Promise<PeerResults> {
  const load = chooseLoad(settings.load)
  const results: PeerResult[] = []
  const running: [PeerResult, Running][] = []
  try {
    for (const peer of PEERS) {
      const result: PeerResult = { name: peer.name, notes: peer.notes, figures: {} }
      results.push(result)
      try {
        const started = await peer.start(folder)
        result.version = started.version
        running.push([result, started])
        say(`${peer.name} ${started.version} runs`)
      } catch (error) {
        result.fault = (error as Error).message
        say(`${peer.name}: ${result.fault}`)
      }
    }
    const operations = OPERATIONS.filter((operation) => settings.only?.test(operation) ?? true)
    for (const operation of operations) await measureOperation(load, settings, operation, running, say)
  } finally {
    await Promise.allSettled(running.map(([, { stop }]) => stop()))
  }
  const engine = sqliteEngine(join(folder, 'none'))
  return { facts: await factsOf(engine, load), rounds: settings.rounds, peers: results }
}

async function measureOperation(
  load: Load,
  settings: Settings,
  operation: Operation,
  running: readonly [PeerResult, Running][],
  say: (line: string) => void,
): Promise<void> {
  const { rounds, throughputMs, latencyMs } = settings
  const connections = AT_ONCE[operation] ?? settings.connections
  let expectedMs = 0
  const fast = new Map<string, Measured[]>()
  const alone = new Map<string, Measured[]>()
  const idleMs = new Map<string, number>()
  const timeOne = ({ origin, requestOf }: Running) => {
    const request = requestOf[operation]?.(take(1))
    return request && timeOf(origin, { method: 'GET', ...request }, settings.patienceMs)
  }
  /** What the load has sent last is still being answered when it stops: it would slow down what is measured next. */
  const settle = async (name: string, server: Running) => {
    const limit = 2 * (idleMs.get(name) as number) + SETTLED_MS
    for (let tries = 0; tries < MOST_TRIES; tries++) if (((await timeOne(server)) as number) <= limit) return
  }
  const send = async (name: string, server: Running, connections: number, ms: number) => {
    const one = server.requestOf[operation]
    if (!one) return undefined
    const count = Math.ceil((MOST_A_SECOND * ms) / 1000)
    const measured = await load.run({
      origin: server.origin,
      requests: range(take(count), count, (number) => ({ method: 'GET', ...one(number) })),
      connections,
      ms: Math.max(ms, expectedMs * ANSWERS_A_ROUND),
    })
    await settle(name, server)
    if (measured.failures > 0)
      throw new Error(
        `${operation}, ${name}: ${measured.failures} of ${measured.count} answers were failures.`,
      )
    return measured
  }
  for (const [{ name }, server] of running) {
    // A refusal is easier to understand alone than among thousands.
    const took = await timeOne(server)
    if (took === undefined) continue
    idleMs.set(name, took)
    expectedMs = Math.max(expectedMs, took)
  }
  for (let round = -1; round < rounds; round++) {
    for (const [{ name }, server] of running) {
      const measured = await send(name, server, connections, round < 0 ? WARM_UP_MS : throughputMs)
      if (!measured || round < 0) continue
      fast.set(name, [...(fast.get(name) ?? []), measured])
      const slow = (await send(name, server, 1, latencyMs)) as Measured
      alone.set(name, [...(alone.get(name) ?? []), slow])
    }
  }
  for (const [result] of running) {
    const of = (measured: Map<string, Measured[]>, figure: 'perSecond' | 'p50' | 'p99') =>
      median((measured.get(result.name) ?? []).map((each) => each[figure]))
    if (!fast.has(result.name)) continue
    const figures = { perSecond: of(fast, 'perSecond'), p50: of(alone, 'p50'), p99: of(alone, 'p99') }
    result.figures[operation] = figures
    say(`${operation}, ${result.name}: ${figures.perSecond.toFixed(0)}/s, p50 ${figures.p50.toFixed(2)}`)
  }
}

let free = 1
function take(count: number): number {
  const from = free
  free += count
  return from
}
