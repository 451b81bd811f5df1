import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { addDays, addMs } from '../dates.ts'
import { chunks } from '../db/queries/chunks.ts'
import type { Db } from '../db/tables.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Language } from '../messages/languages.ts'

const MINUTE_MS = 60_000

/**
 * A claimed mail is left to its process for this time. Longer than an attempt may take: see {@link TRANSPORT_LIMITS}. The
 * difference is how far the clocks of two machines may be apart.
 */
export const LEASE_MS = 2 * MINUTE_MS

/** The waits after each attempt that failed for a while; after the last one, the mail has failed. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360, 1440] as const

/** How long mails are kept once they are sent or have failed; what is silenced, only as long as the limit counts it. */
const KEPT_DAYS = { sent: 30, failed: 30, silenced: 1 / 24 } as const

/** Why a mail cannot be opened. */
export const OTHER_SECRET = 'It was encrypted with another SECRET.'

/** A mail that this process may send, until its lease ends. */
export interface ClaimedMail {
  id: number
  uuid: string
  kind: MailKind
  address: string
  language: Language | null
  /** Counts claims: whoever claims the mail after the lease has a higher number. */
  attempts: number
  messageId: string
  sealed: string
  createdAt: string
  expiresAt: string | null
}

const later = (ctx: Ctx, ms: number) => addMs(ctx.now(), ms)

/** The mail to send next: those that people wait for come first. */
const nextDue = (db: Db, now: string, isBulk: boolean) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'waiting')
    .where('is_bulk', '=', isBulk)
    .where('next_attempt_at', '<=', now)
    .select('id')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)

/** Whether a mail waits to be sent. Reads only, as it is asked each second. */
export async function isAnyDue({ db, now }: Ctx): Promise<boolean> {
  for (const isBulk of [false, true]) {
    if ((await nextDue(db, now(), isBulk).execute()).length > 0) return true
  }
  return false
}

/**
 * Claims the next mail. No other process claims it before the lease ends, and then only if it is still waiting: this process
 * may have died.
 * @param messageIdOf the `Message-ID` that a mail keeps in all attempts, so that a mail that arrives twice can be recognized
 */
export function claimMail(ctx: Ctx, messageIdOf: (uuid: string) => string): Promise<ClaimedMail | undefined> {
  return inTransaction(ctx, async ({ db, now }) => {
    for (const isBulk of [false, true]) {
      const [due] = await skippingLocked(db, nextDue(db, now(), isBulk)).execute()
      if (!due) continue
      const row = await db
        .updateTable('mails')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: later(ctx, LEASE_MS) }))
        .where('id', '=', due.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const messageId = row.message_id ?? messageIdOf(row.uuid)
      if (row.message_id === null) {
        await db.updateTable('mails').set({ message_id: messageId }).where('id', '=', row.id).execute()
      }
      return {
        id: row.id,
        uuid: row.uuid,
        kind: row.kind,
        address: row.address,
        language: row.language,
        attempts: row.attempts,
        messageId,
        sealed: row.sealed as string,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    }
    return undefined
  })
}

/** Stores that a mail was sent or has failed, and erases what was in it. Does nothing if another process has claimed it since. */
export const endMail = (
  ctx: Ctx,
  mail: ClaimedMail,
  state: 'sent' | 'failed',
  reply: string,
): Promise<void> => settle(ctx, mail, { state, reply, sealed: null, ended_at: ctx.now() })

/** Stores why a mail could not be sent yet. @returns when it is tried again; undefined if it has failed */
export async function retryMail(ctx: Ctx, mail: ClaimedMail, reply: string): Promise<string | undefined> {
  const minutes = RETRY_MINUTES[mail.attempts - 1]
  const next = minutes === undefined ? undefined : later(ctx, minutes * MINUTE_MS)
  if (next === undefined || (mail.expiresAt !== null && next >= mail.expiresAt)) {
    await endMail(ctx, mail, 'failed', reply)
    return undefined
  }
  await settle(ctx, mail, { reply, next_attempt_at: next })
  return next
}

/** Gives a mail back that was not tried to the end, as if it had not been claimed. */
export const releaseMail = (ctx: Ctx, mail: ClaimedMail): Promise<void> =>
  settle(ctx, mail, { attempts: mail.attempts - 1, next_attempt_at: ctx.now() })

interface Settled {
  state?: 'sent' | 'failed'
  reply?: string
  sealed?: null
  ended_at?: string
  attempts?: number
  next_attempt_at?: string
}

function settle(ctx: Ctx, { id, attempts }: ClaimedMail, values: Settled): Promise<void> {
  return inTransaction(ctx, async ({ db }) => {
    await db
      .updateTable('mails')
      .set(values)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .execute()
  })
}

/** Ends mails that wait, as their recipients no longer need them. One that is being sent may still arrive. */
export async function withdrawMails(
  { db, now }: Ctx,
  kinds: readonly MailKind[],
  registrationIds: readonly number[],
): Promise<void> {
  for (const some of chunks(registrationIds))
    await db
      .updateTable('mails')
      .set({ state: 'failed', reply: WITHDRAWN, sealed: null, ended_at: now() })
      .where('registration_id', 'in', some)
      .where('kind', 'in', kinds)
      .where('state', '=', 'waiting')
      .execute()
}

const WITHDRAWN = 'It was not needed any more.'

/** For a secret that is lost: nobody can open what waits. @returns how many they were */
export async function forgetWaitingMails({ db, now }: Ctx): Promise<number> {
  const { numUpdatedRows: count } = await db
    .updateTable('mails')
    .set({ state: 'failed', reply: OTHER_SECRET, sealed: null, ended_at: now() })
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes mails to a person. One that is being sent may still arrive. @returns how many there were */
export async function deleteMailsOf(
  { db }: Ctx,
  to: { userId: number; registrationIds: readonly number[]; addresses: readonly string[] },
): Promise<number> {
  const { numDeletedRows: ofUser } = await db
    .deleteFrom('mails')
    .where('user_id', '=', to.userId)
    .executeTakeFirstOrThrow()
  let count = Number(ofUser)
  for (const [column, values] of [
    ['registration_id', to.registrationIds],
    ['address_key', to.addresses],
  ] as const)
    for (const some of chunks<number | string>(values)) {
      const { numDeletedRows } = await db
        .deleteFrom('mails')
        .where(column, 'in', some as never)
        .executeTakeFirstOrThrow()
      count += Number(numDeletedRows)
    }
  return count
}

const ROWS_PER_BATCH = 1000

export async function deleteOldMails(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const [state, days] of Object.entries(KEPT_DAYS) as [keyof typeof KEPT_DAYS, number][]) {
    await deleteInBatches(ctx, signal, async ({ db, now }) => {
      const old = db
        .selectFrom('mails')
        .where('state', '=', state)
        .where('ended_at', '<=', addDays(now(), -days))
        .select('id')
        .orderBy('ended_at')
        .limit(ROWS_PER_BATCH)
      const { numDeletedRows: count } = await db
        .deleteFrom('mails')
        .where('id', 'in', skippingLocked(db, old))
        .executeTakeFirstOrThrow()
      return Number(count) === ROWS_PER_BATCH
    })
  }
}
