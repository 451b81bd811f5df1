import type { Action } from '../../contract/actions.ts'
import type { Subject } from '../../contract/permissions.ts'
import type { InstallationSecret } from '../crypto/installation-secret.ts'
import type { RecordCache } from '../db/cache/record-cache.ts'
import type { AuditVia, RecordTableName } from '../db/tables.ts'
import { clientGone } from '../errors.ts'
import type { Actor } from './actor.ts'
import type { AccessAnswers, AsOf } from './answers.ts'
import { Grants } from './grants.ts'
import { CONTACT_SLUG, type Guarded } from './guard.ts'
import type { FactorPolicy } from './second-factor.ts'

/** Daily counts, in UTC. */
export interface DayCounts {
  note: (what: 'signups' | 'signins', at: string) => void
  /** The counts of a day that are not written yet. */
  unwritten: (day: string) => { signups: number; signins: number }
}

/** @param run returns undefined for a wrong password, and calls `resetFailures` for the right one. @throws Refusal 429 */
type AttemptOwnPassword = <T>(
  ctx: Ctx,
  userId: number,
  run: (resetFailures: (ctx: Ctx) => Promise<void>) => Promise<T | undefined>,
) => Promise<T | undefined>

/** Queues password hashes fairly by caller. */
export interface Hashing {
  /** Called before any other work for a hash. @throws Refusal 503 if the queue would refuse it now */
  refuseIfFull: (ctx: Ctx) => void
  /** @throws Refusal 503 if the queue is full and this caller has the most entries in it */
  run: <T>(ctx: Ctx, hash: () => Promise<T>) => Promise<T>
}

/** Who passkeys belong to (WebAuthn): the service, by its host. */
export interface RelyingParty {
  /** The host of PUBLIC_URL. */
  id: string
  origin: string
  /** What the product is called. */
  name: string
}

/** The resources of the service, by name: `ResourceRegistry` of crud/define/resource.ts. */
export interface Registry {
  /** @throws Error if there is none */
  named: (name: Subject) => object
}

/** Where a request came from, and why. */
export interface Origin {
  via: AuditVia
  requestId?: string | undefined
  /** The caller's reason for the change. */
  reason?: string | undefined
}

/** An attempt that was refused. */
export interface NotedAttempt {
  /** The action of its entry in the audit trail. */
  action: Action
  subject: { type: string; id: number | null; table?: RecordTableName | undefined }
  /** Attempts of one action are counted by this key: an account, a network, or a caller. */
  of: number | string
}

/** Counts refused attempts, which the audit trail records once a minute. */
export interface Refusals {
  note: (ctx: Ctx, attempt: NotedAttempt) => void
}

/** The first argument of every operation. In a transaction, it has another `db`, `access` and `actor`. */
export interface Ctx extends AsOf {
  readonly registry: Registry
  readonly actor: Actor
  /** What the guard checked; checked again in the transaction of each write. */
  readonly guarded?: Guarded | undefined
  /** By which callers without a second factor are refused; absent where they may call. */
  readonly factorPolicy?: FactorPolicy | undefined
  /** The client has disconnected: no more work begins for it. */
  readonly isGone?: (() => boolean) | undefined
  /** In a transaction, which sees its own uncommitted rows, SQL answers. */
  readonly access: AccessAnswers
  /**
   * Records and lists in memory, with all writes before the request; only for requests that read records. Absent in
   * transactions and on replicas.
   */
  readonly records?: RecordCache | undefined
  /**
   * Waits until the request may begin a long read, in turn with those of other callers; the second time, it need not wait. Absent in
   * transactions. @throws Refusal 503, clientGone
   */
  readonly beginLongRead?: (() => Promise<void>) | undefined
  /** Called when a long read has ended and others are to have its slot while the request waits for something else. */
  readonly leaveLongRead?: (() => void) | undefined
  /** Called before a transaction, which would keep others waiting for their long reads. Only for requests that write. */
  readonly endLongReads?: (() => void) | undefined
  /** Notified of refused attempts; absent on the command line. */
  readonly refusals?: Refusals | undefined
  /** Called after a transaction with entries of the audit trail has committed. */
  readonly onRecorded?: (() => void) | undefined
  /** Notified of sign-ins and sign-ups. */
  readonly days?: DayCounts | undefined
  /** For the log: see {@link noteCredentials}. */
  readonly noteCredentialsOf?: ((userId: number) => void) | undefined
  /** The queue of password hashes; absent on the command line. */
  readonly hashing?: Hashing | undefined
  /** Runs an attempt at a user's own password; their number is limited. */
  readonly attemptOwnPassword?: AttemptOwnPassword | undefined
  /** The secret of the installation; absent on the command line. */
  readonly secret?: InstallationSecret | undefined
  /** Absent where passkeys are off, and on the command line. */
  readonly relyingParty?: RelyingParty | undefined
  /** ISO 8601, UTC, milliseconds. The time of every operation. */
  readonly now: () => string
  /** The caller's address, or that of the person for whom a trusted client calls; null on the command line. */
  readonly ip: string | null
  /** What the caller's program calls itself, or that of the person for whom a trusted client calls. */
  readonly userAgent?: string | undefined
  /** For the audit trail; absent on the command line. */
  readonly origin?: Origin | undefined
  /** The id of the token by which a trusted client calls for a person. */
  readonly trustedClient?: number | undefined
}

/** For an answer with a record that the caller has just proved to own: it shows their contact details. */
export const asOwner = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, grants: new Grants(new Set<string>([CONTACT_SLUG]), false) },
})

/** The clock of `Ctx.now`. A request reads the time several times; it is formatted at most once per millisecond. */
export function createClock(): () => string {
  let lastMs = 0
  let lastText = ''
  return () => {
    const ms = Date.now()
    if (ms !== lastMs) {
      lastMs = ms
      lastText = new Date(ms).toISOString()
    }
    return lastText
  }
}

/** Logs that the caller changes the password, email or tokens of another user. */
export function noteCredentials({ actor, noteCredentialsOf }: Ctx, userId: number): void {
  if (userId !== actor.userId) noteCredentialsOf?.(userId)
}

/** @throws Refusal 400, which only a client with a half-closed connection receives */
export function refuseIfGone({ isGone }: Ctx): void {
  if (isGone?.()) throw clientGone()
}
