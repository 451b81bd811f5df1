import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { addDays, addMs } from '../dates.ts'
import { chunks } from '../db/queries/chunks.ts'
import { sendStatement } from '../db/queries/pipeline.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import type { Db } from '../db/tables.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Language } from '../messages/languages.ts'

const MINUTE_MS = 60_000

/**
 * A claimed mail is left to its process for this time. Longer than an attempt may take (see {@link TRANSPORT_LIMITS}), since a
 * mail may wait for a connection before it, and the clocks of two machines may be apart.
 */
export const LEASE_MS = 2 * MINUTE_MS

/** The waits after each attempt that failed for a while; after the last one, the mail has failed. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360, 1440] as const

/** How long mails are kept once they are sent or have failed; what is silenced, only as long as the limit counts it. */
const KEPT_DAYS = { sent: 30, failed: 30, silenced: 1 / 24 } as const

/** Why a mail cannot be opened. */
export const OTHER_SECRET = 'It was encrypted with another SECRET.'

/** What is stored of a mail that is to be sent. */
export interface WaitingMail {
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

/** A mail that this process may send, until its lease ends. */
export interface ClaimedMail extends WaitingMail {
  claimedAt: string
  /** Its place among the mails that are due, where it stands again if it is given back. */
  dueAt: string
}

const later = (ctx: Ctx, ms: number) => addMs(ctx.now(), ms)

/** The mails to send next: those that people wait for come first. */
const nextDue = (db: Db, now: string, isBulk: boolean) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'waiting')
    .where('is_bulk', '=', isBulk)
    .where('next_attempt_at', '<=', now)
    .select(['id', 'next_attempt_at'])
    .orderBy('next_attempt_at')
    .orderBy('id')

/** Whether a mail waits to be sent. Reads only, as it is asked each second. */
export async function isAnyDue({ db, now }: Ctx): Promise<boolean> {
  for (const isBulk of [false, true]) {
    if ((await nextDue(db, now(), isBulk).limit(1).execute()).length > 0) return true
  }
  return false
}

/**
 * Claims the next mails. No other process claims them before their lease ends, and then only if they are still waiting: this
 * process may have died.
 * @param messageIdOf the `Message-ID` that a mail keeps in all attempts, so that a mail that arrives twice can be recognized
 */
export function claimMails(
  ctx: Ctx,
  most: number,
  messageIdOf: (uuid: string) => string,
): Promise<ClaimedMail[]> {
  return inTransaction(ctx, async ({ db, now }) => {
    const due: { id: number; next_attempt_at: string }[] = []
    for (const isBulk of [false, true]) {
      if (due.length === most) break
      due.push(...(await skippingLocked(db, nextDue(db, now(), isBulk).limit(most - due.length)).execute()))
    }
    if (due.length === 0) return []
    const claimedAt = now()
    const rows = await db
      .updateTable('mails')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: addMs(claimedAt, LEASE_MS) }))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute()
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const claimed: ClaimedMail[] = []
    for (const { id, next_attempt_at: dueAt } of due) {
      const row = rowOf.get(id) as (typeof rows)[number]
      const messageId = row.message_id ?? messageIdOf(row.uuid)
      if (row.message_id === null) await sendStatement(db, nameMessage.of(db, { id: row.id, messageId }))
      claimed.push({
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
        claimedAt,
        dueAt,
      })
    }
    return claimed
  })
}

const nameMessage = prepared((db) =>
  db
    .updateTable('mails')
    .set({ message_id: slot('messageId') })
    .where('id', '=', slot('id')),
)

/** A mail that a server has accepted. */
export interface SentMail {
  mail: ClaimedMail
  reply: string
}

/** Stores that mails were sent, and erases what was in them. Does nothing to those that another process has claimed since. */
export const endSentMails = (ctx: Ctx, mails: readonly SentMail[]): Promise<void> =>
  inTransaction(ctx, async ({ db, now }) => {
    for (const { mail, reply } of mails) {
      const { id, attempts } = mail
      await sendStatement(db, endSent.of(db, { id, attempts, reply, endedAt: now() }))
    }
  })

const endSent = prepared((db) =>
  db
    .updateTable('mails')
    .set({ state: 'sent', sealed: null, reply: slot('reply'), ended_at: slot('endedAt') })
    .where('id', '=', slot('id'))
    .where('attempts', '=', slot('attempts'))
    .where('state', '=', 'waiting'),
)

/** Stores that a mail has failed, and erases what was in it. Does nothing if another process has claimed it since. */
export const failMail = (ctx: Ctx, mail: ClaimedMail, reply: string): Promise<void> =>
  settle(ctx, mail, { state: 'failed', reply, sealed: null, ended_at: ctx.now() })

/** Stores why a mail could not be sent yet. @returns when it is tried again; undefined if it has failed */
export async function retryMail(ctx: Ctx, mail: ClaimedMail, reply: string): Promise<string | undefined> {
  const minutes = RETRY_MINUTES[mail.attempts - 1]
  const next = minutes === undefined ? undefined : later(ctx, minutes * MINUTE_MS)
  if (next === undefined || (mail.expiresAt !== null && next >= mail.expiresAt)) {
    await failMail(ctx, mail, reply)
    return undefined
  }
  await settle(ctx, mail, { reply, next_attempt_at: next })
  return next
}

/** Gives mails back that were not tried to the end, as if they had not been claimed. */
export const releaseMails = (ctx: Ctx, mails: readonly ClaimedMail[]): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    for (const mail of mails)
      await settle(inside, mail, { attempts: mail.attempts - 1, next_attempt_at: mail.dueAt })
  })

interface Settled {
  state?: 'failed'
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
