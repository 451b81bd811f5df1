import type { Ctx, NotedAttempt, Refusals } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { insertEntries } from './entries.ts'

/*
 * Refused attempts are counted by kind and minute, since there may be thousands. The first one is recorded within a second,
 * and their number at the end of the minute. A crash loses the attempts that are not recorded yet.
 */

const MINUTE_MS = 60_000

/** Kinds of attempts in a minute. Attempts of further kinds are not recorded. */
const MAX_KINDS = 10_000

/** Who made an attempt. */
type Caller = Pick<Ctx, 'actor' | 'ip' | 'userAgent' | 'origin'>

interface Noted {
  attempt: NotedAttempt
  caller: Caller
  at: string
  endsAt: number
  count: number
  isRecorded: boolean
}

export interface RefusalLog extends Refusals {
  /** Records new attempts, and the counts of minutes that have ended. @param isLast also the counts of the current minute */
  flush: (isLast: boolean) => Promise<void>
}

/** @param ctx not of a request */
export function createRefusalLog(ctx: Ctx): RefusalLog {
  const kinds = new Map<string, Noted>()

  const record = ({ attempt, caller, at }: Noted, counts?: Record<string, number>) =>
    inAnonymousTransaction(ctx, (inside) =>
      insertEntries({ ...inside, ...caller, now: () => at }, [
        { action: attempt.action, subject: attempt.subject, outcome: 'refused', counts },
      ]),
    )

  async function recordKind(kind: string, noted: Noted, isLast: boolean): Promise<void> {
    const isOver = isLast || Date.parse(ctx.now()) >= noted.endsAt
    // Also one that cannot be recorded: it would be tried for ever.
    if (isOver) kinds.delete(kind)
    if (!noted.isRecorded) await record(noted)
    noted.isRecorded = true
    if (isOver && noted.count > 1) await record({ ...noted, at: ctx.now() }, { attempts: noted.count })
  }

  return {
    note: ({ actor, ip, userAgent, origin, now }, attempt) => {
      const kind = JSON.stringify([attempt.action, attempt.of])
      const known = kinds.get(kind)
      if (known) known.count += 1
      else if (kinds.size < MAX_KINDS)
        kinds.set(kind, {
          attempt,
          caller: { actor, ip, userAgent, origin },
          at: now(),
          endsAt: Date.parse(now()) + MINUTE_MS,
          count: 1,
          isRecorded: false,
        })
    },
    flush: async (isLast) => {
      const faults: unknown[] = []
      for (const [kind, noted] of kinds) {
        try {
          await recordKind(kind, noted, isLast)
        } catch (error) {
          faults.push(error)
        }
      }
      if (faults.length > 0) throw faults[0]
    },
  }
}
