import type { Ctx } from '../access/context.ts'
import { addDays } from '../dates.ts'

/** Sign-ups and sign-ins per day for the last `count` days including today, in UTC. */
export async function readActivity(ctx: Ctx, count: number) {
  const now = ctx.now()
  const days = Array.from({ length: count }, (_, index) => addDays(now, index + 1 - count).slice(0, 10))
  const rows = await ctx.db
    .selectFrom('daily_counts')
    .where('day', '>=', days[0] as string)
    .selectAll()
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((date) => {
    const { signups = 0, signins = 0 } = byDay.get(date) ?? {}
    const unwritten = ctx.days?.unwritten(date) ?? { signups: 0, signins: 0 }
    return { date, signups: signups + unwritten.signups, signins: signins + unwritten.signins }
  })
}
