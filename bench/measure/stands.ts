import { join } from 'node:path'
import { build, nameOfDatabase } from '../data/build.ts'
import { type Shape, sizeName } from '../data/shape.ts'
import type { BenchEngine } from '../engines/engine.ts'
import { chooseLoad } from '../load/choose.ts'
import { worldOf } from '../operations/world.ts'
import { memoryOf, startService } from '../processes/service.ts'
import { startWorker } from '../processes/talk.ts'
import type { Settings } from '../settings.ts'
import type { FloorProcess, Session, Stand } from './session.ts'

const FLOORS = join(import.meta.dirname, '../floors')

/** Builds missing databases, and starts a service on a copy of each size, and the floors beside the largest. */
export async function openSession(
  engine: BenchEngine,
  settings: Settings,
  say: (line: string) => void,
): Promise<Session & AsyncDisposable> {
  const stop: (() => Promise<void>)[] = []
  const stands: Stand[] = []
  for (const shape of settings.shapes) {
    const stand = await openStand(engine, settings, shape, say)
    stop.push(() => stand.service.stop())
    stands.push(stand)
  }
  const { databaseUrl } = stands.at(-1) as Stand
  const floors = {
    bytes: await startFloor('bytes'),
    statement: await startFloor('statements', databaseUrl),
  }
  const own = await engine.copy(nameOfDatabase(settings.shapes.at(-1) as Shape))
  const commits = startWorker(join(FLOORS, 'commits.ts'), [own])
  stop.push(floors.bytes.worker.stop, floors.statement.worker.stop, commits.stop)
  return {
    settings,
    say,
    floors,
    commits,
    load: chooseLoad(settings.load),
    stands: stands as [Stand, ...Stand[]],
    [Symbol.asyncDispose]: async () => {
      for (const each of stop) await each()
    },
  }
}

async function openStand(
  engine: BenchEngine,
  settings: Settings,
  shape: Shape,
  say: Session['say'],
): Promise<Stand> {
  const { name, seconds } = await build(engine, shape, settings)
  if (seconds > 0) say(`built ${sizeName(shape.users)} users on ${engine.name} in ${seconds.toFixed(1)} s`)
  const databaseUrl = await engine.copy(name)
  const isLargest = shape === settings.shapes.at(-1)
  const nodeArgs = settings.profile && isLargest ? ['--cpu-prof', `--cpu-prof-dir=${settings.results}`] : []
  const stand: Stand = {
    databaseUrl,
    world: worldOf(shape),
    service: await startService({ databaseUrl, nodeArgs }),
    mostMib: 0,
    restart: async () => {
      stand.mostMib = Math.max(stand.mostMib, memoryOf(stand.service.pid)?.most ?? 0)
      await stand.service.stop('SIGKILL')
      stand.service = await startService({ databaseUrl, nodeArgs })
    },
  }
  return stand
}

async function startFloor(...args: string[]): Promise<FloorProcess> {
  const worker = startWorker(join(FLOORS, 'main.ts'), args)
  return { worker, origin: await worker.ask<string>('address'), learn: (ask) => worker.ask(ask) }
}
