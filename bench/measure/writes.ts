import type { Ask } from '../floors/commits.ts'
import type { Measured, Request } from '../load/load.ts'
import { type Write, writes } from '../operations/writes.ts'
import { median, spread } from '../statistics.ts'
import { ANSWERS_A_ROUND, largest, NoFigures, refuseFailures, type Session, timeOf } from './session.ts'

/** Of the largest size. */
export interface WriteResult {
  name: string
  floor: 'commits' | 'hashes'
  connections: number
  perSecond: number
  floorPerSecond: number
  ratio: number
  spread: number
  /** At one connection. Milliseconds. */
  p50: number
  p99: number
  /** Why there are no figures. */
  fault?: string
}

export const chosenWrites = ({ settings: { isQuick, only } }: Session): Write[] =>
  writes.filter(({ name, isQuick: isChosen }) => (only ? only.test(name) : !isQuick || isChosen))

/** Numbers that no other request of this run uses. */
let free = 1

export async function measureWrites(session: Session): Promise<WriteResult[]> {
  const results: WriteResult[] = []
  for (const write of chosenWrites(session)) {
    const result = await measureWrite(session, write).catch((error) => {
      if (!(error instanceof NoFigures)) throw error
      return withoutFigures(write, error.message)
    })
    session.say(lineOf(result))
    results.push(result)
  }
  return results
}

const lineOf = ({ name, fault, perSecond, ratio, floorPerSecond, floor }: WriteResult) =>
  `${name}: ${fault ?? `${perSecond.toFixed(0)}/s, ${ratio.toFixed(2)} of ${floorPerSecond.toFixed(0)} ${floor}/s`}`

const withoutFigures = ({ name, floor, connections }: Write, fault: string): WriteResult => ({
  ...{ name, floor: floor.kind, connections, fault },
  ...{ perSecond: 0, floorPerSecond: 0, ratio: 0, spread: 0, p50: Infinity, p99: Infinity },
})

async function measureWrite(session: Session, write: Write): Promise<WriteResult> {
  const { settings, commits } = session
  const { service, world } = largest(session)
  const connections = Math.min(write.connections, settings.connections)
  // Waiting for a disk or a hash needs a longer round to be distinguished from noise.
  const ms = settings.throughputMs * 1.5
  const ask = (ms: number): Promise<number> => {
    const asked: Ask = { name: write.name, users: world.shape.users, from: take(100_000), ms }
    return commits.ask(asked)
  }
  let expectedMs = 0
  const send = async (connections: number, shortest: number): Promise<Measured> => {
    const ms = Math.max(shortest, expectedMs * ANSWERS_A_ROUND)
    const count = Math.ceil((write.atMost * ms) / 1000) + connections
    const requests = write.requests(world, take(count), count)
    const measured = await session.load.run({ origin: service.origin, requests, connections, ms })
    refuseFailures(measured)
    await (await fetch(`${service.origin}/healthz`)).text()
    return measured
  }

  const [one] = write.requests(world, take(1), 1) as [Request]
  expectedMs = await timeOf(service.origin, one, settings.patienceMs)
  await send(connections, settings.warmUpMs)
  await ask(settings.warmUpMs)
  const ofService: number[] = []
  const ofFloor: number[] = []
  const alone: Measured[] = []
  for (let number = 0; number < settings.rounds; number++) {
    ofService.push((await send(connections, ms)).perSecond)
    ofFloor.push(await ask(ms))
    alone.push(await send(1, settings.latencyMs))
  }
  const ratios = ofService.map((perSecond, index) => perSecond / (ofFloor[index] as number))
  return {
    name: write.name,
    floor: write.floor.kind,
    connections,
    perSecond: median(ofService),
    floorPerSecond: median(ofFloor),
    ratio: median(ratios),
    spread: spread(ratios),
    p50: median(alone.map(({ p50 }) => p50)),
    p99: median(alone.map(({ p99 }) => p99)),
  }
}

function take(count: number): number {
  const from = free
  free += count
  return from
}
