import { sql } from 'kysely'
import type { DayCounts } from '../access/context.ts'
import type { Db } from '../db/tables.ts'

interface Counts {
  signups: number
  signins: number
}

/** How many signed up and in on each day, gathered in memory and written in batches: no request waits for it. */
export interface DailyCounts extends DayCounts {
  /** Writes what has been gathered. */
  flush: () => Promise<void>
}

/** Lost with the process is what has been gathered since the last flush. */
export function createDailyCounts(db: Db): DailyCounts {
  let gathered = new Map<string, Counts>()
  const add = (day: string, { signups, signins }: Counts) => {
    const earlier = gathered.get(day) ?? { signups: 0, signins: 0 }
    gathered.set(day, { signups: earlier.signups + signups, signins: earlier.signins + signins })
  }
  return {
    note: (what, at) => add(at.slice(0, 10), { signups: 0, signins: 0, [what]: 1 }),
    unwritten: (day) => gathered.get(day) ?? { signups: 0, signins: 0 },
    flush: async () => {
      if (gathered.size === 0) return
      const written = gathered
      gathered = new Map()
      await write(db, written).catch((error: unknown) => {
        for (const [day, counts] of written) add(day, counts)
        throw error
      })
    },
  }
}

/** One statement: all of it or nothing. */
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
