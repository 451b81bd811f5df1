import { setImmediate as immediate } from 'node:timers/promises'
import { currentIteration } from '../../server/event-loop.ts'

/** Until the event loop has looked for what came: a request that is sent from now on is never read before that. */
export async function nextTurn(): Promise<void> {
  const turn = currentIteration()
  while (currentIteration() === turn) await immediate()
}
