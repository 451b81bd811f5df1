import { setImmediate as immediate } from 'node:timers/promises'
import { currentIteration } from '../../server/event-loop.ts'

/** Waits until the event loop has polled for I/O: a request that is sent from now on is read after that. */
export async function nextIteration(): Promise<void> {
  const iteration = currentIteration()
  while (currentIteration() === iteration) await immediate()
}
