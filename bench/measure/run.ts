import type { BenchEngine } from '../engines/engine.ts'
import { memoryOf } from '../processes/service.ts'
import type { Settings } from '../settings.ts'
import { measureHeld } from './event-loop.ts'
import { factsOf } from './facts.ts'
import { measureImport } from './import.ts'
import { measureReads } from './reads.ts'
import type { Results } from './results.ts'
import { largest } from './session.ts'
import { openSession } from './stands.ts'
import { measureStart } from './start.ts'
import { measureWrites } from './writes.ts'

/** Measures everything on one engine. */
export async function measure(
  engine: BenchEngine,
  settings: Settings,
  say: (line: string) => void,
): Promise<Results> {
  const { rounds, connections, throughputMs, latencyMs, isQuick } = settings
  await using session = await openSession(engine, settings, say)
  const reads = await measureReads(session)
  const writes = await measureWrites(session)
  const { service, mostMib } = largest(session)
  const memory = memoryOf(service.pid)
  const loadMib = memory && Math.max(memory.most, mostMib)
  const unanswered = new Set(reads.flatMap(({ name, fault }) => (fault === undefined ? [] : [name])))
  const held = await measureHeld(session, unanswered)
  const start = await measureStart(session)
  // Long measurements that do not affect the others.
  const isWhole = !isQuick && settings.only === undefined
  const imported = isWhole ? await measureImport(engine, settings) : { fault: 'not measured' }
  return {
    facts: await factsOf(engine, session.load),
    settings: { rounds, connections, throughputMs, latencyMs, isQuick },
    sizes: settings.shapes.map(({ users }) => users),
    ...{ reads, writes, held, start, loadMib, imported },
  }
}
