import { sql } from 'kysely'
import { ANONYMOUS } from '../access/actor.ts'
import type { Ctx, NotedAttempt, Refusals } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { digest } from '../crypto/digest.ts'
import { addMs } from '../dates.ts'
import { insertEntries } from './entries.ts'

/*
 * Refused attempts are counted by kind and minute, since there may be thousands. The first one of all processes is recorded
 * within a second, and the number of all when the minute has ended. A process notes attempts in memory, and adds them to a row of
 * `attempts` at the beginning and the end of the minute. A crash loses the attempts that it has not added.
 */

const MINUTE_MS = 60_000

/** After the end of a minute: processes that add their attempts until then are counted together. */
const GRACE_MS = 5000

/** How long the row of a kind is kept. */
const KEPT_MS = 3_600_000

/** Kinds of attempts in a minute. Those of further kinds are counted together for each action, so that nobody hides an action. */
const MAX_KINDS = 10_000

/**
 * Attempts at no account are counted by network, for at most this many networks a minute; those of further networks are counted
 * together. A stranger with many networks can then neither fill the audit trail nor hide attempts at accounts.
 */
export const MOST_NETWORKS = 100

/** Who made an attempt. */
type Caller = Pick<Ctx, 'actor' | 'ip' | 'userAgent' | 'origin'>

/** The attempts of a kind in a minute, in this process. */
interface Noted {
  kind: string
  attempt: NotedAttempt
  caller: Caller
  /** Of strangers, at no account. */
  isOfNetwork: boolean
  at: string
  /** Those that are not added to the row. */
  count: number
  /** The end of the minute; undefined until they are added. */
  endsAt?: string
}

/** The attempts of a kind in all processes. */
interface Counted {
  count: number
  endsAt: string
  /** Their number has been recorded; `count` is of those that were added since. */
  isTold: boolean
}

export interface RefusalLog extends Refusals {
  /** Records new attempts, and the counts of minutes that have ended. @param isLast also the counts of the current minute */
  flush: (isLast: boolean) => Promise<void>
}

/** @param ctx not of a request */
export function createRefusalLog(ctx: Ctx, { maxKinds = MAX_KINDS } = {}): RefusalLog {
  const kinds = new Map<string, Noted>()
  /** Their minute has ended, and others of the same kind have begun another one. */
  let ended: Noted[] = []
  let networks = 0

  const isDue = ({ endsAt, count }: Noted, isLast: boolean): boolean =>
    endsAt === undefined || isLast || (ctx.now() >= endsAt && (count > 0 || isTold(endsAt)))

  const isTold = (endsAt: string) => ctx.now() >= addMs(endsAt, GRACE_MS)

  /** Adds what is noted, and records what is to be told. @returns the end of the minute */
  const add = ({ kind, attempt, caller, at, count }: Noted, isLast: boolean): Promise<string> =>
    inAnonymousTransaction(ctx, async (inside) => {
      const hash = `refused ${digest(kind)}`
      const before = await lockRow(inside, hash)
      const isNew = count > 0 && before.endsAt <= at
      const record = (when: string, counts?: Record<string, number>) =>
        insertEntries({ ...inside, ...caller, now: () => when }, [
          { action: attempt.action, subject: attempt.subject, outcome: 'refused', counts },
        ])
      // An earlier minute whose process has ended.
      if (isNew && untold(before) > 0) await record(ctx.now(), { attempts: untold(before) })
      if (isNew) await record(at)
      let row: Counted = isNew
        ? { count, endsAt: addMs(at, MINUTE_MS), isTold: false }
        : { ...before, count: before.count + count }
      if (isLast || isTold(row.endsAt)) {
        if (untold(row) > 0) await record(ctx.now(), { attempts: untold(row) })
        row = { ...row, count: 0, isTold: true }
      }
      await storeRow(inside, hash, row)
      return row.endsAt
    })

  async function flushOne(noted: Noted, isLast: boolean): Promise<void> {
    const { count } = noted
    noted.endsAt = await add(noted, isLast)
    noted.count -= count
  }

  return {
    note: ({ actor, ip, userAgent, origin, now }, attempt) => {
      const isOfNetwork = actor.authorId === null && attempt.subject.id === null
      const isFull = isOfNetwork ? networks >= MOST_NETWORKS : kinds.size + ended.length >= maxKinds
      const isTogether = isFull && !kinds.has(kindOf(attempt))
      const told = isTogether ? { ...attempt, of: '', subject: { ...attempt.subject, id: null } } : attempt
      const kind = kindOf(told)
      const known = kinds.get(kind)
      const isOver = known?.endsAt !== undefined && known.endsAt <= now()
      if (known && !isOver) {
        known.count += 1
        return
      }
      if (known) ended.push(known)
      if (isOfNetwork) networks += 1
      const caller = isTogether ? { actor: ANONYMOUS, ip: null, origin } : { actor, ip, userAgent, origin }
      kinds.set(kind, { kind, attempt: told, caller, isOfNetwork, at: now(), count: 1 })
    },
    flush: async (isLast) => {
      const faults: unknown[] = []
      for (const noted of [...ended, ...kinds.values()].filter((noted) => isDue(noted, isLast))) {
        try {
          await flushOne(noted, isLast)
        } catch (error) {
          faults.push(error)
        }
        // Also one that cannot be recorded: it would be tried for ever.
        if (!isLast && !isTold(noted.endsAt ?? addMs(noted.at, MINUTE_MS))) continue
        ended = ended.filter((one) => one !== noted)
        if (kinds.get(noted.kind) === noted) kinds.delete(noted.kind)
        if (noted.isOfNetwork) networks -= 1
      }
      if (faults.length > 0) throw faults[0]
    },
  }
}

const kindOf = ({ action, of }: Pick<NotedAttempt, 'action' | 'of'>) => JSON.stringify([action, of])

/** The first attempt has an entry of its own. */
const untold = ({ count, isTold }: Counted): number => (isTold || count > 1 ? count : 0)

const NEVER = new Date(0).toISOString()

/** Locks the row of a kind, so that one process at a time adds to it. `strikes` is 1 if the number was recorded. */
async function lockRow({ db }: Ctx, hash: string): Promise<Counted> {
  const row = await db
    .insertInto('attempts')
    .values({
      hash,
      count: 0,
      strikes: 1,
      window_ends_at: NEVER,
      blocked_until: NEVER,
      expires_at: NEVER,
      pending: 0,
      pending_until: NEVER,
    })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash: sql.ref('excluded.hash') }))
    .returning(['count', 'window_ends_at', 'strikes'])
    .executeTakeFirstOrThrow()
  return { count: row.count, endsAt: row.window_ends_at, isTold: row.strikes === 1 }
}

const storeRow = ({ db }: Ctx, hash: string, { count, endsAt, isTold }: Counted) =>
  db
    .updateTable('attempts')
    .set({ count, strikes: isTold ? 1 : 0, window_ends_at: endsAt, expires_at: addMs(endsAt, KEPT_MS) })
    .where('hash', '=', hash)
    .execute()
