import { sql } from 'kysely'
import type { DayCounts } from '../access/context.ts'
import type { Db } from '../db/tables.ts'

interface Counts {
  signups: number
  signins: number
}

/** Sign-ups and sign-ins per day, buffered in memory and written in batches, so that no request waits for it. */
export interface DailyCounts extends DayCounts {
  /** Writes the buffered counts. */
  flush: () => Promise<void>
}

/** A crash loses the counts since the last flush. */
export function createDailyCounts(db: Db): DailyCounts {
  let buffered = new Map<string, Counts>()
  const add = (day: string, { signups, signins }: Counts) => {
    const earlier = buffered.get(day) ?? { signups: 0, signins: 0 }
    buffered.set(day, { signups: earlier.signups + signups, signins: earlier.signins + signins })
  }
  return {
    note: (what, at) => add(at.slice(0, 10), { signups: 0, signins: 0, [what]: 1 }),
    unwritten: (day) => buffered.get(day) ?? { signups: 0, signins: 0 },
    flush: async () => {
      if (buffered.size === 0) return
      const written = buffered
      buffered = new Map()
      await write(db, written).catch((error: unknown) => {
        for (const [day, counts] of written) add(day, counts)
        throw error
      })
    },
  }
}

/** One statement, so that it is atomic: a failed flush can be retried. */
async function write(db: Db, counts: Map<string, Counts>): Promise<void> {
  await db
    .insertInto('daily_counts')
    .values([...counts].map(([day, { signups, signins }]) => ({ day, signups, signins })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({
        signups: sql`daily_counts.signups + excluded.signups`,
        signins: sql`daily_counts.signins + excluded.signins`,
      }),
    )
    .execute()
}
