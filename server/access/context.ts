import type { Db } from '../db/tables.ts'
import { clientGone } from '../errors.ts'
import { Grants } from './grants.ts'
import type { AccessMemory, CachedToken } from './memory/memory.ts'
import type { Guarded } from './requirement.ts'

/** Who asks. */
export interface Actor {
  /**
   * Whose own record is the caller's own. Null for nobody (a public route), the command line, and a token that
   * somebody else made: it never counts as its owner.
   */
  userId: number | null
  /** The user that the token is of, whoever made it. */
  ownerId: number | null
  /** The author of what is written: the user, or who made the token, as the power is theirs. */
  authorId: number | null
  /** The token in use, if one is. */
  token: CachedToken | null
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

/** @param run returns undefined for a wrong password; `forgive` forgets earlier ones. @throws Refusal 429 */
type GuessOwn = <T>(
  ctx: Ctx,
  userId: number,
  run: (forgive: (ctx: Ctx) => Promise<void>) => Promise<T | undefined>,
) => Promise<T | undefined>

/** Lets hashes of passwords take turns, by who asks for them. */
export interface Hashing {
  /** Before anything is counted or read for one more. @throws Refusal 503 where that one would be refused now */
  refuseIfFull: (ctx: Ctx) => void
  /** @throws Refusal 503 where too many wait, of which this caller has the most */
  run: <T>(ctx: Ctx, hash: () => Promise<T>) => Promise<T>
}

/** First argument of every operation. A transaction is the same with another `db`. */
export interface Ctx {
  readonly db: Db
  readonly actor: Actor
  /** What the caller was let in for; asked again in the transaction of each write. */
  readonly guarded?: Guarded | undefined
  /** The client has hung up: nothing more is begun for it. */
  readonly isGone?: (() => boolean) | undefined
  /** What checks are answered from, outside of transactions, which see what nobody else does yet. */
  readonly memory?: AccessMemory | undefined
  /** For the answer of a write: nothing that is kept of lists and counts holds any more. */
  readonly isAfterWrite?: boolean
  /** Told of sign-ins and sign-ups. */
  readonly days?: DayCounts | undefined
  /** For the log: see {@link noteCredentials}. */
  readonly noteCredentialsOf?: ((userId: number) => void) | undefined
  /** Where hashes of passwords wait; on the command line, nobody else does. */
  readonly hashing?: Hashing | undefined
  /** Runs a guess at a user's own password, of which there are so many. */
  readonly guess?: GuessOwn | undefined
  /** ISO 8601, UTC, milliseconds. Time comes from here alone. */
  readonly now: () => string
  /** The caller's address; null on the command line. */
  readonly ip: string | null
}

const NOBODY = { userId: null, ownerId: null, authorId: null, token: null, isLimited: false } as const

export const ANONYMOUS: Actor = { ...NOBODY, grants: Grants.none }

/** The command line and start-up: whoever holds the database file. */
export const SYSTEM: Actor = { ...NOBODY, grants: Grants.all }

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

/** For the log: the caller changes the password, the email or the tokens of this user. Their own are their business. */
export function noteCredentials({ actor, noteCredentialsOf }: Ctx, userId: number): void {
  if (userId !== actor.userId) noteCredentialsOf?.(userId)
}

/** @throws Refusal 400, which nobody hears unless they closed but one side of the connection */
export function refuseIfGone({ isGone }: Ctx): void {
  if (isGone?.()) throw clientGone()
}
