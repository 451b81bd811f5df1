import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { DeliveryFault, DeliveryOutcome } from '../../contract/webhooks.ts'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { BATCH_SIZES, chunks } from '../db/queries/chunks.ts'
import { readOfSubject } from '../db/queries/numbered-entries.ts'
import type { Database, WebhookDeliveryTable, WebhookWaitingTable } from '../db/tables.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { type Item, isSubscribedTo, type Receiver } from './receivers.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]

/** The waits after each attempt that did not succeed; after the last one, the event has failed for the webhook. */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
]

/** A webhook without a success in this time is switched off. */
export const MOST_FAILING_MS = 5 * 24 * HOUR

/** If nothing succeeded for this long, the first success makes all waiting events due. */
export const OUTAGE_MS = 5 * MINUTE

/** Failures in a row from which on the receiver counts as down. */
export const DOWN_AFTER = 5

/** The pause before the next request to a receiver that is down, by its failures in a row. Retries that are due wait for its end. */
export const restOf = (failures: number): number =>
  failures < DOWN_AFTER ? 0 : Math.min(2 ** (failures - DOWN_AFTER) * SECOND, MINUTE)

/** The result of an attempt, in memory until it is stored. */
export interface Result {
  receiver: Receiver
  item: Item & { number: number }
  at: string
  outcome: DeliveryOutcome
  status: number | null
  fault: DeliveryFault | null
  durationMs: number
  answer: string | null
  /** Of `retrying`. */
  nextAt: string | null
}

/** What is stored by one transaction. */
export interface Batch {
  results: Result[]
  /** Events behind one of their subject that is tried again. They stay in the audit trail: see {@link readOn}. */
  held: { receiver: Receiver; item: Item }[]
  /** Events that are not sent: the user of the webhook may not read them, or the entry of a test is gone. */
  skipped: { receiver: Receiver; item: Item }[]
  /** Receivers that are up again: the events that wait for them are due now. */
  recovered: Set<Receiver>
}

/** The time of a retry by the schedule: the last attempt has noted it. Null if there was none. */
export const scheduledAt = (eb: ExpressionBuilder<Database, 'webhook_waiting'>) =>
  eb
    .selectFrom('webhook_deliveries')
    .whereRef('webhook_deliveries.webhook_id', '=', 'webhook_waiting.webhook_id')
    .whereRef('webhook_deliveries.number', '=', 'webhook_waiting.number')
    .where('webhook_deliveries.kind', '=', 'event')
    .select('webhook_deliveries.next_attempt_at')
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(1)
    .as('scheduled_at')

/** Whether a retry that began at this time was ahead of its schedule. If it fails, it does not count as one of {@link RETRY_MS}. */
export const isEarly = ({ scheduledAt }: Item, at: string): boolean =>
  scheduledAt !== undefined && at < scheduledAt

/** This process may not dispatch any more. */
export class LeaseLost extends Error {}

/**
 * Stores results, in one transaction that also checks and renews the lease of this process.
 * @param fence renews the lease @throws LeaseLost
 * @param touched the receivers whose position is stored
 */
export function storeBatch(
  ctx: Ctx,
  batch: Batch,
  { touched, fence }: { touched: readonly Receiver[]; fence: (ctx: Ctx) => Promise<boolean> },
): Promise<void> {
  return inAnonymousTransaction(ctx, async (ctx) => {
    if (!(await fence(ctx))) throw new LeaseLost()
    const current = await currentAmong(ctx, touched)
    await insertAttempts(
      ctx,
      batch.results.filter(({ receiver }) => current.exists.has(receiver.id)),
    )
    const isCurrent = ({ receiver }: { receiver: Receiver }) => current.states.has(receiver.stateId)
    const receivers = touched.filter((receiver) => isCurrent({ receiver }))
    await updateWaiting(
      ctx,
      {
        results: batch.results.filter(isCurrent),
        skipped: batch.skipped.filter(isCurrent),
        recovered: new Set([...batch.recovered].filter((receiver) => isCurrent({ receiver }))),
      },
      receivers,
    )
    await storeStates(ctx, receivers, settledIn(batch))
  })
}

/** Webhooks may have been destroyed since, or switched off and on. None of these rows can change until the transaction ends. */
async function currentAmong({ db }: Ctx, receivers: readonly Receiver[]) {
  const [exists, states] = [new Set<number>(), new Set<number>()]
  for (const some of chunks(receivers.map(({ id }) => id))) {
    const webhooks = db.selectFrom('webhooks').where('id', 'in', some).select('id').orderBy('id')
    for (const { id } of await (needsLocks(db) ? webhooks.forKeyShare() : webhooks).execute()) exists.add(id)
    const rows = db.selectFrom('webhook_states').where('webhook_id', 'in', some).select('id').orderBy('id')
    for (const { id } of await (needsLocks(db) ? rows.forUpdate() : rows).execute()) states.add(id)
  }
  return { exists, states }
}

const COLUMNS_OF_ATTEMPT = 13
const COLUMNS_OF_WAITING = 8

/** Events of a subject that are read at once from the audit trail, and so many rows that wait for it at most. */
const MOST_READ_ON = 20
/** Entries among which they are looked for. */
const MOST_LOOKED_AT = 500

async function insertAttempts({ db }: Ctx, results: readonly Result[]): Promise<void> {
  const rows = results.map(
    ({ receiver, item, ...result }): Insertable<WebhookDeliveryTable> => ({
      webhook_id: receiver.id,
      event_uuid: item.uuid,
      number: item.number,
      action: item.action,
      kind: item.kind,
      attempt: item.attempt,
      outcome: result.outcome,
      status: result.status,
      fault: result.fault,
      duration_ms: result.durationMs,
      at: result.at,
      next_attempt_at: result.nextAt,
      answer: result.answer,
    }),
  )
  for (const some of chunks(rows, Math.max(COLUMNS_OF_ATTEMPT, BATCH_SIZES.rows / 10)))
    await db.insertInto('webhook_deliveries').values(some).execute()
}

/** The number of the last event that has ended, by webhook and subject. */
type Ended = Map<number, Map<string, number>>

async function updateWaiting(
  ctx: Ctx,
  { results, skipped, recovered }: Omit<Batch, 'held'>,
  receivers: readonly Receiver[],
): Promise<void> {
  const { db, now } = ctx
  const ended: Ended = new Map()
  const endedIds: number[] = skipped.flatMap(({ item }) => item.waitingId ?? [])
  const redelivered: [webhookId: number, uuid: string][] = []
  const added: Insertable<WebhookWaitingTable>[] = []
  for (const { receiver, item, at, outcome, nextAt } of results) {
    if (outcome !== 'retrying') {
      // Other events wait only behind an event that waits itself.
      if (item.waitingId !== undefined) endedIds.push(item.waitingId)
      // A redelivery that arrived ends the retries of its event.
      if (item.kind === 'redelivery' && outcome === 'delivered') redelivered.push([receiver.id, item.uuid])
    } else if (item.waitingId === undefined) added.push(rowOf(receiver, item, nextAt as string))
    else
      await db
        .updateTable('webhook_waiting')
        .set({ attempts: isEarly(item, at) ? item.attempt - 1 : item.attempt, next_attempt_at: nextAt })
        .where('id', '=', item.waitingId)
        .execute()
  }
  const deleteRows = () =>
    db.deleteFrom('webhook_waiting').returning(['webhook_id', 'kind', 'subject', 'number'])
  for (const some of chunks(endedIds)) noteEnded(ended, await deleteRows().where('id', 'in', some).execute())
  for (const [webhookId, uuid] of redelivered)
    noteEnded(
      ended,
      await deleteRows()
        .where('webhook_id', '=', webhookId)
        .where('kind', '=', 'event')
        .where('event_uuid', '=', uuid)
        .execute(),
    )
  for (const some of chunks(added, COLUMNS_OF_WAITING)) await insertWaiting(db, some)
  for (const receiver of recovered)
    await db
      .updateTable('webhook_waiting')
      .set({ next_attempt_at: now() })
      .where('webhook_id', '=', receiver.id)
      .where('kind', '=', 'event')
      .where('next_attempt_at', '>', now())
      .execute()
  for (const receiver of receivers) {
    const subjects = ended.get(receiver.id)
    if (!subjects) continue
    await readOn(ctx, receiver, subjects)
    await promote(ctx, receiver.id, [...subjects.keys()])
  }
}

type EndedRow = Pick<Selectable<WebhookWaitingTable>, 'webhook_id' | 'kind' | 'subject' | 'number'>

function noteEnded(ended: Ended, rows: readonly EndedRow[]): void {
  for (const { webhook_id: webhookId, kind, subject, number } of rows) {
    if (kind !== 'event' || number === null) continue
    const subjects = ended.get(webhookId) ?? new Map<string, number>()
    ended.set(webhookId, subjects.set(subject, Math.max(number, subjects.get(subject) ?? 0)))
  }
}

/**
 * While an event of a subject waits, the later ones stay in the audit trail, so a subject that fails takes no room from the
 * others. Once none of its events waits, the next ones that the receiver has passed come from there.
 */
async function readOn(
  ctx: Ctx,
  receiver: Receiver,
  endedSubjects: ReadonlyMap<string, number>,
): Promise<void> {
  const { db } = ctx
  const blocked = await waitingSubjects(ctx, receiver, [...endedSubjects.keys()])
  const rows: Insertable<WebhookWaitingTable>[] = []
  for (const [subject, after] of endedSubjects)
    if (!blocked.has(subject)) rows.push(...(await nextOf(ctx, receiver, subject, after)))
  for (const some of chunks(rows, COLUMNS_OF_WAITING)) await insertWaiting(db, some)
}

async function nextOf(
  { db }: Ctx,
  receiver: Receiver,
  subject: string,
  after: number,
): Promise<Insertable<WebhookWaitingTable>[]> {
  const [type = '', id = ''] = subject.split('/')
  const entries = await readOfSubject(
    db,
    { type, id: id === '' ? null : Number(id) },
    { after, last: receiver.read, limit: MOST_LOOKED_AT },
  )
  const wanted = entries.filter((entry) => isSubscribedTo(receiver.webhook, entry)).slice(0, MOST_READ_ON)
  // If it is not wanted, it is not sent either: it only marks the place from which the next ones are read.
  const next = wanted.length > 0 || entries.length < MOST_LOOKED_AT ? wanted : entries.slice(-1)
  return next.map(({ number, uuid, action }) => ({
    ...{ webhook_id: receiver.id, event_uuid: uuid, number, action, kind: 'event', subject },
    attempts: 0,
    next_attempt_at: null,
  }))
}

const insertWaiting = (db: Ctx['db'], rows: Insertable<WebhookWaitingTable>[]) =>
  db
    .insertInto('webhook_waiting')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'kind', 'event_uuid']).doNothing())
    .execute()

/** Which of these subjects have an event that waits. */
export async function waitingSubjects(
  { db }: Pick<Ctx, 'db'>,
  { id }: Receiver,
  subjects: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunks(subjects)) {
    const rows = await db
      .selectFrom('webhook_waiting')
      .where('webhook_id', '=', id)
      .where('kind', '=', 'event')
      .where('subject', 'in', some)
      .select('subject')
      .distinct()
      .execute()
    for (const { subject } of rows) found.add(subject)
  }
  return found
}

/** The first event that waits for a subject is due, once nothing before it waits. */
async function promote({ db, now }: Ctx, webhookId: number, subjects: readonly string[]): Promise<void> {
  for (const some of chunks(subjects))
    await db
      .updateTable('webhook_waiting')
      .set({ next_attempt_at: now() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhook_waiting as held')
          .where('held.webhook_id', '=', webhookId)
          .where('held.kind', '=', 'event')
          .where('held.subject', 'in', some)
          .where('held.next_attempt_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('webhook_waiting as earlier')
                  .where('earlier.webhook_id', '=', webhookId)
                  .where('earlier.kind', '=', 'event')
                  .whereRef('earlier.subject', '=', 'held.subject')
                  .whereRef('earlier.number', '<', 'held.number')
                  .select('earlier.id'),
              ),
            ),
          )
          .select('held.id'),
      )
      .execute()
}

const rowOf = (receiver: Receiver, item: Item, nextAt: string): Insertable<WebhookWaitingTable> => ({
  webhook_id: receiver.id,
  event_uuid: item.uuid,
  number: item.number ?? null,
  action: item.action,
  kind: item.kind,
  subject: item.subject,
  attempts: item.attempt,
  next_attempt_at: nextAt,
})

/** The numbers of the events that this batch settles: their result is stored, or a row that lets them wait. */
export function settledIn({ results, held, skipped }: Batch): Map<Receiver, Set<number>> {
  const settled = new Map<Receiver, Set<number>>()
  for (const { receiver, item } of [...results, ...held, ...skipped]) {
    if (item.kind !== 'event' || item.number === undefined) continue
    const known = settled.get(receiver) ?? new Set<number>()
    settled.set(receiver, known.add(item.number))
  }
  return settled
}

/** Rows of one statement. */
const STATES = 200

/** One statement for all receivers of an event: a statement for each of them would take as long as this one. */
async function storeStates(
  { db }: Ctx,
  receivers: readonly Receiver[],
  settled: ReadonlyMap<Receiver, ReadonlySet<number>>,
): Promise<void> {
  for (let start = 0; start < receivers.length; start += STATES) {
    const rows = receivers.slice(start, start + STATES).map((receiver) => {
      const { stateId, failingSince, succeededAt, read, unsettled } = receiver
      const numbers = settled.get(receiver)
      const first = unsettled.values().find((number) => !numbers?.has(number))
      const position = first === undefined ? read : first - 1
      return sql`(cast(${stateId} as bigint), cast(${position} as bigint), cast(${failingSince} as text), cast(${succeededAt} as text))`
    })
    await sql`update webhook_states
      set position = stored.column2, failing_since = stored.column3, succeeded_at = stored.column4
      from (values ${sql.join(rows)}) as stored where webhook_states.id = stored.column1`.execute(db)
  }
}
