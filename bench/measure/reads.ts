import { prefixOf, type Variant } from '../floors/app.ts'
import type { Measured, Request } from '../load/load.ts'
import { reads } from '../operations/index.ts'
import type { Read } from '../operations/operation.ts'
import { median, spread } from '../statistics.ts'
import { largest, round, type Session, timeOf } from './session.ts'

/** Of one size, at one connection. Milliseconds. */
export interface Latency {
  users: number
  p50: number
  p99: number
  count: number
}

export interface ReadResult {
  name: string
  group: string
  /** What it is compared with. */
  floor: 'bytes' | 'statement'
  /** On the largest size. */
  perSecond: number
  floorPerSecond: number
  /** Of the service's throughput to the floor's: the median of the rounds' ratios, and how far these are apart. */
  ratio: number
  spread: number
  /** To the floor without the service's headers. */
  bareRatio: number
  latencies: Latency[]
  /** Of p50, from the smallest size to the largest. */
  growth: number
}

/** Those that the settings ask for. */
export const chosenReads = ({ settings: { isQuick, only } }: Session): [number, Read][] =>
  [...reads.entries()].filter(([, read]) => (only ? only.test(read.name) : !isQuick || read.isQuick))

export async function measureReads(session: Session): Promise<ReadResult[]> {
  const results: ReadResult[] = []
  for (const [index, read] of chosenReads(session)) {
    const result = await measureRead(session, index, read)
    session.say(
      `${result.name}: ${result.perSecond.toFixed(0)}/s, ${result.ratio.toFixed(2)} of the floor, p50 ` +
        result.latencies.map(({ p50 }) => p50.toFixed(2)).join(' → '),
    )
    results.push(result)
  }
  return results
}

async function measureRead(session: Session, index: number, read: Read): Promise<ReadResult> {
  const { stands, settings } = session
  const { service, world } = largest(session)
  const requests = read.requests(world)
  const floor = session.floors[read.floor.kind]
  await floor.learn({ index, origin: service.origin, requests })
  const floorRequests = (variant: Variant) => behind(requests, prefixOf(index, variant))
  const servers = {
    service: { origin: service.origin, requests },
    same: { origin: floor.origin, requests: floorRequests('same') },
    bare: { origin: floor.origin, requests: floorRequests('bare') },
  }

  const expected = await Promise.all([])
  const expectedOf = new Map<number, number>()
  for (const { world, service } of stands) {
    const [first] = read.requests(world) as [Request]
    // The first has what others have not: statements that are still to be prepared.
    await timeOf(service.origin, first)
    expectedOf.set(world.shape.users, await timeOf(service.origin, first))
  }
  void expected
  const slowness = expectedOf.get(world.shape.users) ?? 0
  const expect = (name: string) => (name === 'service' ? slowness : 0)

  const throughputs: Record<string, number[]> = { service: [], same: [], bare: [] }
  const latencies = new Map<number, Measured[]>(stands.map(({ world }) => [world.shape.users, []]))
  for (const [name, { origin, requests }] of Object.entries(servers))
    await round(session, origin, requests, 'warm-up', expect(name))
  for (let number = 0; number < settings.rounds; number++) {
    for (const [name, { origin, requests }] of Object.entries(servers)) {
      const measured = await round(session, origin, requests, 'throughput', expect(name))
      refuseFailures(read.name, measured)
      throughputs[name]?.push(measured.perSecond)
    }
    for (const { world, service } of stands) {
      const slowness = expectedOf.get(world.shape.users)
      const measured = await round(session, service.origin, read.requests(world), 'latency', slowness)
      refuseFailures(read.name, measured)
      latencies.get(world.shape.users)?.push(measured)
    }
  }
  return resultOf(read, throughputs as never, latencies)
}

const behind = (requests: readonly Request[], prefix: string): Request[] =>
  requests.map((request) => ({ ...request, path: prefix + request.path }))

function refuseFailures(name: string, { failures, count }: Measured): void {
  if (failures > 0) throw new Error(`${name}: ${failures} of ${count} answers were failures.`)
}

function resultOf(
  { name, group, floor }: Read,
  { service, same, bare }: Record<'service' | 'same' | 'bare', number[]>,
  measured: Map<number, Measured[]>,
): ReadResult {
  const ratios = (floors: number[]) => service.map((perSecond, index) => perSecond / (floors[index] as number))
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
    perSecond: median(service),
    floorPerSecond: median(same),
    ratio: median(ratios(same)),
    spread: spread(ratios(same)),
    bareRatio: median(ratios(bare)),
    latencies,
    growth: (latencies.at(-1)?.p50 ?? 0) / (latencies[0]?.p50 || 1),
  }
}
