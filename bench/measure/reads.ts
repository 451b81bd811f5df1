import { prefixOf, type Variant } from '../floors/app.ts'
import type { Measured, Request } from '../load/load.ts'
import { reads } from '../operations/index.ts'
import type { Read } from '../operations/operation.ts'
import { cpuMsOf } from '../processes/service.ts'
import { median, spread } from '../statistics.ts'
import { isCompared } from '../targets.ts'
import {
  askEach,
  ignoreTooSlow,
  largest,
  NoAnswer,
  NoFigures,
  refuseFailures,
  round,
  type Session,
  SLOW_MS,
  type Stand,
  timeOf,
} from './session.ts'

/** The latency for one size with one connection, in milliseconds. */
export interface Latency {
  users: number
  p50: number
  p99: number
  count: number
}

export interface ReadResult {
  name: string
  group: string
  /** The floor that it is compared with. */
  floor: 'bytes' | 'statement'
  /** On the largest size. */
  perSecond: number
  floorPerSecond: number
  /** The service's throughput divided by the floor's: the median of the rounds' ratios, and their spread. */
  ratio: number
  spread: number
  /** Processor time per response: the floor's divided by the service's. Other processes do not affect it. */
  cpuRatio?: number
  /** The ratio to the floor without the service's headers, for operations with a target. */
  bareRatio?: number
  latencies: Latency[]
  /** The growth of p50 from the smallest size to the largest; undefined if only one size was measured. */
  growth?: number
  /** Why there are no figures. */
  fault?: string
}

/** The time limit for learning an operation's responses. */
const LEARN_WITHIN_MS = 5000
/** Operations without a target have shorter rounds. */
const PART_OF_OTHERS = 0.4

/** The operations that the settings select. */
export const chosenReads = ({ settings: { isQuick, only } }: Session): [number, Read][] =>
  [...reads.entries()].filter(([, read]) => (only ? only.test(read.name) : !isQuick || read.isQuick))

export async function measureReads(session: Session): Promise<ReadResult[]> {
  await warmUp(session)
  const results: ReadResult[] = []
  for (const [index, read] of chosenReads(session)) {
    const result = await measureRead(session, index, read).catch(async (error) => {
      if (!(error instanceof NoFigures)) throw error
      if (error instanceof NoAnswer) for (const stand of session.stands) await stand.restart()
      return unanswered(read, error.message)
    })
    session.say(lineOf(result))
    results.push(result)
  }
  return results
}

/** A factor for the very first warm-up. */
const FIRST_WARM_UP = 10

/** Compiles the code that all operations share; otherwise the first operation would be measured while it compiles. */
async function warmUp(session: Session): Promise<void> {
  const [first] = chosenReads(session)
  if (!first) return
  for (const { world, service } of session.stands)
    await round(session, service.origin, first[1].requests(world), 'warm-up', 0, FIRST_WARM_UP)
}

const lineOf = ({ name, fault, perSecond, ratio, cpuRatio, latencies }: ReadResult) =>
  `${name}: ${
    fault ??
    `${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)} of the floor, by processor time ${cpuRatio?.toFixed(2)}, p50 ` +
      latencies.map(({ p50 }) => p50.toFixed(2)).join(' → ')
  }`

const unanswered = ({ name, group, floor }: Read, fault: string): ReadResult => ({
  ...{ name, group, floor: floor.kind, fault },
  ...{ perSecond: 0, floorPerSecond: 0, ratio: 0, spread: 0, latencies: [], growth: Infinity },
})

async function measureRead(session: Session, index: number, read: Read): Promise<ReadResult> {
  const { settings } = session
  const { service, world } = largest(session)
  const stands = standsOf(session, read)
  const requests = read.requests(world)
  const expected = await expectedTimes(session, read)
  const slowness = expected.get(world.shape.users) ?? 0
  const floor = session.floors[read.floor.kind]
  // A few slow responses suffice: their content makes no difference to a floor.
  const learnt = requests.slice(0, Math.max(2, Math.floor(LEARN_WITHIN_MS / slowness)))
  await floor.learn({ index, origin: service.origin, requests: learnt })
  const floorAs = (variant: Variant): Server => ({
    ...{ origin: floor.origin, pid: floor.worker.pid, expectedMs: 0 },
    requests: behind(learnt, prefixOf(index, variant)),
  })
  const isJudged = isCompared(read.name)
  const servers: Record<string, Server> = {
    service: { origin: service.origin, pid: service.pid, expectedMs: slowness, requests },
    same: floorAs('same'),
    ...(isJudged && { bare: floorAs('bare') }),
  }

  const samples: Samples = { service: [], same: [], bare: [] }
  const latencies = new Map<number, Measured[]>(stands.map(({ world }) => [world.shape.users, []]))
  for (const { origin, requests, expectedMs } of Object.values(servers))
    await round(session, origin, requests, 'warm-up', expectedMs)
  for (const { world, service } of stands) await askEach(session, service.origin, read.requests(world))
  for (let number = 0; number < settings.rounds; number++) {
    for (const [name, server] of Object.entries(servers)) {
      if (name === 'service') await prepare(session, read, largest(session))
      samples[name as keyof Samples].push(await throughputOf(session, server, isJudged ? 1 : PART_OF_OTHERS))
    }
    for (const stand of stands) {
      const { world, service } = stand
      await prepare(session, read, stand)
      const expectedMs = expected.get(world.shape.users)
      const measured = await round(session, service.origin, read.requests(world), 'latency', expectedMs)
      refuseFailures(measured)
      latencies.get(world.shape.users)?.push(measured)
    }
  }
  return resultOf(read, samples, latencies)
}

interface Server {
  origin: string
  pid: number
  requests: readonly Request[]
  /** The expected time of one response. */
  expectedMs: number
}

interface Sample {
  perSecond: number
  /** Processor time per response; undefined if the system does not report it. */
  cpuMs: number | undefined
}

type Samples = Record<'service' | 'same' | 'bare', Sample[]>

const standsOf = (session: Session, read: Read): readonly Stand[] =>
  read.prepare ? [largest(session)] : session.stands

/** Sends the requests that a read needs before it is measured. */
async function prepare({ settings }: Session, read: Read, { world, service }: Stand): Promise<void> {
  if (!read.prepare) return
  // A connection that was idle meanwhile may be closed: a GET is repeated then, a POST is not.
  await (await fetch(`${service.origin}/healthz`)).text()
  for (const request of read.prepare(world)) await timeOf(service.origin, request, settings.patienceMs)
}

/** The approximate time of a response on each size. @throws NoFigures */
async function expectedTimes(session: Session, read: Read): Promise<Map<number, number>> {
  const { settings } = session
  const expected = new Map<number, number>()
  for (const stand of standsOf(session, read)) {
    const { world, service } = stand
    const [first] = read.requests(world) as [Request]
    const ask = async () => {
      await prepare(session, read, stand)
      return timeOf(service.origin, first, settings.patienceMs)
    }
    // The first request may be slow, or exceed the limit, because caches are empty.
    await ask().catch(ignoreTooSlow)
    const again = await ask()
    // A slow disk or another process may have caused it.
    expected.set(world.shape.users, again > SLOW_MS ? Math.min(again, await ask()) : again)
  }
  return expected
}

async function throughputOf(session: Session, server: Server, part: number): Promise<Sample> {
  const { origin, pid, requests, expectedMs } = server
  const before = cpuMsOf(pid)
  const measured = await round(session, origin, requests, 'throughput', expectedMs, part)
  const after = cpuMsOf(pid)
  refuseFailures(measured)
  const cpuMs =
    before === undefined || after === undefined ? undefined : (after - before) / measured.count || undefined
  return { perSecond: measured.perSecond, cpuMs }
}

const behind = (requests: readonly Request[], prefix: string): Request[] =>
  requests.map((request) => ({ ...request, path: prefix + request.path }))

function resultOf(
  { name, group, floor }: Read,
  { service, same, bare }: Samples,
  measured: Map<number, Measured[]>,
): ReadResult {
  const ratios = (floors: Sample[]) =>
    service.map(({ perSecond }, index) => perSecond / (floors[index] as Sample).perSecond)
  const cpuRatios = service.flatMap(({ cpuMs }, index) => {
    const ofFloor = same[index]?.cpuMs
    return cpuMs === undefined || ofFloor === undefined ? [] : [ofFloor / cpuMs]
  })
  const latencies = [...measured].map(([users, rounds]) => ({
    users,
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    count: rounds.reduce((sum, { count }) => sum + count, 0),
  }))
  return {
    name,
    group,
    floor: floor.kind,
    perSecond: median(service.map(({ perSecond }) => perSecond)),
    floorPerSecond: median(same.map(({ perSecond }) => perSecond)),
    ratio: median(ratios(same)),
    spread: spread(ratios(same)),
    ...(cpuRatios.length > 0 && { cpuRatio: median(cpuRatios) }),
    ...(bare.length > 0 && { bareRatio: median(ratios(bare)) }),
    latencies,
    ...(latencies.length > 1 && { growth: (latencies.at(-1)?.p50 ?? 0) / (latencies[0]?.p50 || 1) }),
  }
}
