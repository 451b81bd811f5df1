import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Request } from '../load/load.ts'
import { type Service, startService } from '../processes/service.ts'
import { median } from '../statistics.ts'
import { chosenReads } from './reads.ts'
import { largest, NoFigures, type Session, timeOf } from './session.ts'
import { chosenWrites } from './writes.ts'

/** How long one request of an operation held the event loop, on the largest size. */
export interface Held {
  name: string
  ms: number
}

const PROBE = join(import.meta.dirname, '../processes/probe.ts')
const TIMES = 5
const A_WHILE_MS = 5
/** A long hold needs no second measurement. */
const LONG_MS = 500
/** Numbers that no write has used. */
const FREE = 500_000_000

/**
 * Sends one request after another to a separate service with a monitor of its event loop. The figure of an operation is
 * the median of five requests, the second to the sixth, since the first compiles statements. @param unanswered names of
 * operations that got no response before
 */
export async function measureHeld(session: Session, unanswered: ReadonlySet<string>): Promise<Held[]> {
  const { world, databaseUrl } = largest(session)
  const start = () => startService({ databaseUrl, nodeArgs: ['--import', PROBE], hasChannel: true })
  let service = await start()
  const held: Held[] = []
  const operations: [string, readonly Request[]][] = [
    ...chosenReads(session).map(([, { name, requests }]): [string, Request[]] => [name, requests(world)]),
    ...chosenWrites(session).map(({ name, requests }): [string, Request[]] => [
      name,
      requests(world, FREE, TIMES + 1),
    ]),
  ]
  for (const [name, requests] of operations) {
    if (unanswered.has(name)) {
      held.push({ name, ms: Infinity })
      continue
    }
    try {
      held.push({ name, ms: await heldBy(service, requests, session.settings.patienceMs) })
    } catch (error) {
      if (!(error instanceof NoFigures)) throw error
      held.push({ name, ms: Infinity })
      await service.stop('SIGKILL')
      service = await start()
    }
  }
  await service.stop()
  return held
}

async function heldBy(service: Service, requests: readonly Request[], patienceMs: number): Promise<number> {
  const samples: number[] = []
  for (let number = 0; number <= TIMES; number++) {
    await ask(service, 'reset')
    // The monitor counts from the first tick of its timer after a reset.
    await wait(A_WHILE_MS)
    await timeOf(service.origin, requests[number % requests.length] as Request, patienceMs)
    // Until the timer has ticked once more.
    await wait(A_WHILE_MS)
    const ms = await ask(service, 'read')
    if (ms > LONG_MS) return ms
    if (number > 0) samples.push(ms)
  }
  return median(samples)
}

async function ask({ child }: Service, what: 'reset' | 'read'): Promise<number> {
  child.send(what)
  const [answer] = await once(child, 'message')
  return answer as number
}
