import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf, startService } from '../processes/service.ts'
import { median } from '../statistics.ts'
import { largest, type Session } from './session.ts'

export interface Start {
  /** From the start of the process until it is ready, on the largest database. Milliseconds: the median. */
  readyMs: number
  /** Resident memory in MiB, some seconds later; undefined if the system does not report it. */
  idleMib: number | undefined
}

const SETTLED_MS = 2000

export async function measureStart(session: Session): Promise<Start> {
  const { databaseUrl } = largest(session)
  const { starts } = session.settings
  const times: number[] = []
  let idleMib: number | undefined
  for (let number = 0; number < starts; number++) {
    const service = await startService({ databaseUrl })
    times.push(service.readyMs)
    if (number === starts - 1) {
      await wait(SETTLED_MS)
      idleMib = memoryOf(service.pid)?.now
    }
    await service.stop()
  }
  return { readyMs: median(times), idleMib }
}
