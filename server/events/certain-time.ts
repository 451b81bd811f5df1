import { addMs } from '../dates.ts'
import { readNumbered } from '../db/queries/numbered-entries.ts'
import type { Db } from '../db/tables.ts'
import { invalidField } from '../errors.ts'
import { say } from '../messages/say.ts'

/** By how much the clocks of two processes may differ. */
const MOST_CLOCK_ERROR_MS = 1000

/**
 * The times of numbers never go back. After a clock that was ahead is corrected, new entries get the last time of the wrong clock
 * until the clock has passed it. A question about an earlier time would miss these entries.
 * @param number the last one that was given by the time of the question
 * @throws Refusal 422 `clock_behind`
 */
export async function refuseUncertainTime(
  { db, now }: { db: Db; now: () => string },
  field: string,
  number: number,
): Promise<void> {
  const [next] = await readNumbered(db, number, 1)
  const latest = addMs(now(), MOST_CLOCK_ERROR_MS)
  if (next && next.numbered_at > latest)
    throw invalidField(
      field,
      'clock_behind',
      say`The audit trail has changes of ${next.numbered_at}, which is in the future: the clock of the service was ahead, or is behind now. Correct the clock, or choose an earlier time in ${field}.`,
    )
}
