import { nameAuthor } from '../db/author.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { Grants } from './grants.ts'
import type { AccessMemory } from './memory.ts'

/** Who asks. */
export interface Actor {
  /** Null for nobody (a public route) and for the command line. */
  userId: number | null
  /** The token in use, if one is. */
  tokenId: number | null
  /** The token may do only some of what its user may; of their own record it reaches no more than reading. */
  isLimited: boolean
  grants: Grants
}

/** Counts what happens on each day, in UTC. */
export interface DayCounts {
  note: (what: 'signups' | 'signins', at: string) => void
  /** What is counted of a day and not yet written. */
  unwritten: (day: string) => { signups: number; signins: number }
}

/** First argument of every operation. A transaction is the same with another `db`. */
export interface Ctx {
  readonly db: Db
  readonly actor: Actor
  /** What checks are answered from, outside of transactions, which see what nobody else does yet. */
  readonly memory?: AccessMemory | undefined
  /** Told of sign-ins and sign-ups. */
  readonly days?: DayCounts | undefined
  /** ISO 8601, UTC, milliseconds. Time comes from here alone. */
  readonly now: () => string
  /** The caller's address; null on the command line. */
  readonly ip: string | null
}

export const ANONYMOUS: Actor = { userId: null, tokenId: null, isLimited: false, grants: Grants.none }

/** The command line and start-up: whoever holds the database file. */
export const SYSTEM: Actor = { userId: null, tokenId: null, isLimited: false, grants: Grants.all }

/** For reading back what the caller has just proved to be theirs: their own contact details are shown. */
export const asOwner = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, grants: new Grants(new Set(['can-see-users-contact-details']), false) },
})

let lastMs = 0
let lastText = ''

/** Told several times in a request, and written out once in a millisecond. */
export function systemClock(): string {
  const ms = Date.now()
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}

/** All of it or nothing. The callback's own `ctx` must be used inside: on one SQLite connection the outer one waits for ever. */
export function inTransaction<T>(ctx: Ctx, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return run(ctx)
  return transaction(ctx.db, async (db) => {
    if (ctx.actor.userId !== null) await nameAuthor(db, ctx.actor.userId)
    return run({ ...ctx, db, memory: undefined })
  })
}
