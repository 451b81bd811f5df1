import type { Settings } from '../settings.ts'
import type { Held } from './event-loop.ts'
import type { Facts } from './facts.ts'
import type { Imported } from './import.ts'
import type { ReadResult } from './reads.ts'
import type { Start } from './start.ts'
import type { WriteResult } from './writes.ts'

/** All that is known of one engine after a run. */
export interface Results {
  facts: Facts
  settings: Pick<Settings, 'rounds' | 'connections' | 'throughputMs' | 'latencyMs' | 'isQuick'>
  /** Numbers of users, the smallest first. */
  sizes: number[]
  reads: ReadResult[]
  writes: WriteResult[]
  held: Held[]
  start: Start
  /** The most that the service on the largest database ever took, in MiB. */
  loadMib: number | undefined
  imported: Imported
}
