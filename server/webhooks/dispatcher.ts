import { randomUUID } from 'node:crypto'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DeliveryFault } from '../../contract/webhooks.ts'
import type { Actor } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { delegatesOf } from '../access/sql/authority.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { isSecretReplaced } from '../credentials/unlock-secret.ts'
import { addDays, addMs } from '../dates.ts'
import {
  isRecorded,
  type NumberedEntry,
  numberOf,
  type PositionedEntry,
} from '../db/queries/numbered-entries.ts'
import { CloudEvents, type EventOptions } from '../events/cloud-event.ts'
import { entryReader } from '../events/read-entries.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import type { Job } from '../jobs/job.ts'
import { TO_MANAGE } from '../resources/webhooks/access.ts'
import { resealWebhooks, secretsOf } from '../resources/webhooks/secrets.ts'
import { addressCheck } from './addresses.ts'
import { LogWindow } from './log-window.ts'
import type { Pace } from './pace.ts'
import { type Item, isSubscribedTo, MOST_OF_ONE, type Receiver, Receivers, waitingOf } from './receivers.ts'
import {
  type Batch,
  isEarly,
  LeaseLost,
  MOST_FAILING_MS,
  OUTAGE_MS,
  RETRY_MS,
  type Result,
  restOf,
  scheduledAt,
  settledIn,
  storeBatch,
  waitingSubjects,
} from './results.ts'
import {
  type Attempt,
  SENDING_LIMITS,
  Sender,
  type SendingLimits,
  SendingStopped,
  signedHeaders,
} from './sender.ts'
import { turnOff } from './turn-off.ts'

/*
 * One process sends events to webhooks. It follows the audit trail by number, so a write does no work for webhooks. It stores results
 * in batches. Delivery is at least once: after a crash, events whose result was not stored are sent again.
 *
 * What bounds memory and work, however many webhooks, events and slow receivers there are:
 * - entries: LogWindow, by the length of their JSON; bodies: SENDING_LIMITS.bodyBytes, made when they are sent; answers: 1 KB each,
 *   of MOST_UNSTORED attempts
 * - events in queues: MOST_QUEUED of a webhook, and MOST_QUEUED_OF_ALL shared equally, so that receivers that are down take no
 *   room from the others; a queue has numbers of entries, not the entries
 * - requests at once: the window of a receiver (at most 20), and MOST_AT_ONCE of all, of which receivers that fail or are slow
 *   share MOST_OF_SLOW
 * - events a second while the event loop is busy: Pace
 * - names of receivers that are looked up at once: NameLookups, in which slow names share one of three lookups
 * - rows that wait: a webhook with MOST_WAITING is told of nothing new until there are fewer. Later events of a subject that fails stay
 *   in the audit trail; at most twenty of them get rows at once when it succeeds
 * - transactions: one in FLUSH_MS
 */

/** How often new entries are read. */
const INTERVAL_MS = 50
/** How often changed webhooks are read, and how often tests and redeliveries. */
const REFRESH_MS = 1000
const BY_HAND_MS = 250
/** At most four transactions a second. */
const FLUSH_MS = 250
/** How long a process that died keeps the others from dispatching. */
export const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** By how much the clocks of two processes may differ, so that one does not take the lease of the other. */
const MOST_CLOCK_ERROR_MS = 60_000

const MOST_AT_ONCE = 256
const MOST_OF_SLOW = 64
/** Tests and redeliveries that are read by one statement. */
const BY_HAND_ROWS = 64
/** From then on, a receiver counts as slow. */
const SLOW_MS = 2000
const MOST_QUEUED = 100
const MOST_QUEUED_OF_ALL = 50_000
const MOST_UNSTORED = 2000
const MOST_WAITING = 1000
/** The position of a webhook without new events is stored once it is this many entries behind. */
const STORE_AFTER = 10_000
/** With {@link MOST_WAITING} events waiting, the receiver is tried at this interval, even if no event is due. */
const PROBE_MS = 15 * 60_000
/** How long requests may still take when the process stops. */
const STOP_MS = 3000
const KEPT_DAYS = 30
/** Work between two yields to the event loop. The unit is a receiver that skips a batch of entries. */
const WORK_PER_SLICE = 1000
const WORK = { read: 20, told: 20, skipped: 1 }

export interface DispatcherOptions extends EventOptions {
  logger: Logger
  /** Addresses that are allowed although they are not public. */
  networks: readonly string[]
  /** Resolves when all commits before the call are on the disk. */
  flushed: () => Promise<void>
  pace: Pace
  /** Tests use shorter ones. */
  limits?: Partial<SendingLimits> | undefined
}

/** The jobs that send events to webhooks, and delete old attempts. */
export function webhookJobs(ctx: Ctx, options: DispatcherOptions): Job[] {
  const dispatcher = new Dispatcher(ctx, options)
  return [
    {
      name: 'send-webhooks',
      intervalMs: INTERVAL_MS,
      runsAtStop: true,
      run: (signal) => dispatcher.run(signal),
    },
    { name: 'delete-old-deliveries', intervalMs: 60_000, run: (signal) => deleteOldDeliveries(ctx, signal) },
    { name: 'reseal-webhooks', intervalMs: 3_600_000, run: (signal) => resealWebhooks(ctx, signal) },
  ]
}

const ROWS_PER_BATCH = 1000

async function deleteOldDeliveries(ctx: Ctx, signal: AbortSignal): Promise<void> {
  await deleteInBatches(ctx, signal, async ({ db, now }) => {
    const old = db
      .selectFrom('webhook_deliveries')
      .where('at', '<=', addDays(now(), -KEPT_DAYS))
      .select('id')
      .orderBy('at')
      .limit(ROWS_PER_BATCH)
    const { numDeletedRows: count } = await db
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow()
    return Number(count) === ROWS_PER_BATCH
  })
}

class Dispatcher {
  readonly #ctx: Ctx
  readonly #options: DispatcherOptions
  readonly #id = randomUUID()
  readonly #sender: Sender
  readonly #events: CloudEvents
  #log: LogWindow
  #receivers: Receivers
  /** Undefined while this process has no lease: then it sends nothing. */
  #leaseEndsAt: string | undefined
  /** Whether the row of the lease may have the id of this process. */
  #mayHoldLease = false
  #lookAgainAt = ''
  #refreshedAt = ''
  #byHandAt = ''
  #pulledAt = Number.NEGATIVE_INFINITY
  #flushedAt = Number.NEGATIVE_INFINITY
  /** An error that is not of a receiver: the dispatcher drops its state in memory and starts again. */
  #fault: unknown
  #batch = newBatch()
  #inFlight = 0
  #slowInFlight = 0
  #bodyBytes = 0
  #woken = Promise.withResolvers<void>()

  constructor(ctx: Ctx, options: DispatcherOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#sender = new Sender(addressCheck(options.networks), ctx.now, options.limits)
    this.#events = new CloudEvents(ctx, options)
    this.#log = new LogWindow(ctx, options.flushed)
    this.#receivers = new Receivers(ctx)
  }

  /** Sends until nothing is due, if this process gets the lease. When the process stops, it releases the lease. */
  async run(signal: AbortSignal): Promise<void> {
    const hardStop = new AbortController()
    const stopSoon = () => void setTimeout(() => hardStop.abort(), STOP_MS).unref()
    if (signal.aborted) return this.#leave()
    signal.addEventListener('abort', stopSoon, { once: true })
    try {
      if (await this.#lead()) await this.#work(signal, hardStop.signal)
    } catch (error) {
      // The state in memory may differ from the database.
      hardStop.abort()
      await this.#drain()
      this.#reset()
      this.#lookAgainAt = this.#later(REFRESH_MS)
      if (!(error instanceof LeaseLost)) throw error
      if (this.#mayHoldLease) await this.#release()
    } finally {
      signal.removeEventListener('abort', stopSoon)
    }
  }

  async #work(signal: AbortSignal, stopping: AbortSignal): Promise<void> {
    this.#pulledAt = Number.NEGATIVE_INFINITY
    for (;;) {
      if (!signal.aborted) {
        await this.#refreshIfDue()
        await this.#pullIfDue()
        await this.#fill()
        await this.#begin(stopping)
      }
      await this.#flushIfDue()
      if (this.#fault !== undefined) throw this.#fault
      const isIdle = this.#inFlight === 0 && this.#isStored
      if (isIdle && this.#receivers.size === 0) return this.#release()
      if (isIdle && (signal.aborted || !this.#canBegin())) return
      await this.#pause()
      await this.#lead()
    }
  }

  /** Waits until a result arrives, or until it is time to look again. */
  async #pause(): Promise<void> {
    await wait(this.#options.pace.roundMs)
    const timer = new AbortController()
    const { signal } = timer
    await Promise.race([
      this.#woken.promise,
      // It keeps the process alive: while it stops, nothing else may, and there are results to store.
      wait(INTERVAL_MS, undefined, { signal }).catch(() => {}),
    ])
    timer.abort()
    this.#woken = Promise.withResolvers()
  }

  get #isStored(): boolean {
    const { results, held, skipped } = this.#batch
    return results.length + held.length + skipped.length === 0
  }

  // The lease

  /**
   * Takes the lease, or renews it before it ends.
   * @returns false if another process has it, or nothing needs to be sent @throws LeaseLost if this process had it
   */
  async #lead(): Promise<boolean> {
    if (this.#leaseEndsAt !== undefined && this.#leaseEndsAt > this.#later(RENEW_MS)) return true
    if (this.#leaseEndsAt === undefined && this.#isAhead(this.#lookAgainAt, REFRESH_MS)) return false
    this.#lookAgainAt = this.#later(REFRESH_MS)
    if (this.#leaseEndsAt === undefined && !(await this.#mayLead())) return false
    const isOurs = await inAnonymousTransaction(this.#ctx, (ctx) => this.#fence(ctx))
    if (!isOurs) {
      if (this.#leaseEndsAt !== undefined) throw new LeaseLost()
      return false
    }
    return true
  }

  /** Whether there is a webhook, and no other process dispatches. Reads only. */
  async #mayLead(): Promise<boolean> {
    const { db, now } = this.#ctx
    const active = await db
      .selectFrom('webhooks')
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (!active || (await isSecretReplaced(this.#ctx))) return false
    const { holder, lease_ends_at: end } = await db
      .selectFrom('webhook_dispatch')
      .select(['holder', 'lease_ends_at'])
      .executeTakeFirstOrThrow()
    const left = end === null ? 0 : Date.parse(end) - Date.parse(now())
    return holder === null || holder === this.#id || left <= 0 || left > LEASE_MS + MOST_CLOCK_ERROR_MS
  }

  /** Takes or renews the lease. @returns false if another process has it */
  async #fence({ db, now }: Ctx): Promise<boolean> {
    const end = this.#later(LEASE_MS)
    const { numUpdatedRows: count } = await db
      .updateTable('webhook_dispatch')
      .set({ holder: this.#id, lease_ends_at: end })
      .where((eb) =>
        eb.or([
          eb('holder', 'is', null),
          eb('holder', '=', this.#id),
          eb('lease_ends_at', '<=', now()),
          // It ends later than any lease can: the clock of its holder was wrong.
          eb('lease_ends_at', '>', this.#later(LEASE_MS + MOST_CLOCK_ERROR_MS)),
        ]),
      )
      .executeTakeFirstOrThrow()
    if (count > 0n) {
      this.#leaseEndsAt = end
      this.#mayHoldLease = true
    }
    return count > 0n
  }

  async #leave(): Promise<void> {
    await this.#sender.close()
    if (this.#mayHoldLease) await this.#release()
  }

  async #release(): Promise<void> {
    this.#reset()
    await inAnonymousTransaction(this.#ctx, ({ db }) =>
      db
        .updateTable('webhook_dispatch')
        .set({ holder: null, lease_ends_at: null })
        .where('holder', '=', this.#id)
        .execute(),
    )
    this.#mayHoldLease = false
  }

  #reset(): void {
    this.#leaseEndsAt = undefined
    this.#receivers = new Receivers(this.#ctx)
    this.#log = new LogWindow(this.#ctx, this.#options.flushed)
    this.#batch = newBatch()
    this.#refreshedAt = ''
    this.#fault = undefined
  }

  async #drain(): Promise<void> {
    while (this.#inFlight > 0) await this.#pause()
  }

  #later(ms: number): string {
    return addMs(this.#ctx.now(), ms)
  }

  /** Whether it was within the last `ms`. If the clock was set back since, it was not. */
  #isRecent(at: string, ms: number): boolean {
    return at > this.#later(-ms) && at <= this.#ctx.now()
  }

  /** Whether it comes within the next `ms`, the longest that anything waits for it. If the clock was set back since, it does not. */
  #isAhead(at: string, ms: number): boolean {
    return at > this.#ctx.now() && at <= this.#later(ms)
  }

  // What is to be sent

  async #refreshIfDue(): Promise<void> {
    if (this.#isRecent(this.#refreshedAt, REFRESH_MS)) return
    this.#refreshedAt = this.#ctx.now()
    if (await isSecretReplaced(this.#ctx)) {
      this.#options.logger.error('the secret was replaced: no event is sent until this process is restarted')
      throw new LeaseLost()
    }
    await this.#receivers.refresh()
  }

  async #pullIfDue(): Promise<void> {
    if (this.#receivers.size === 0 || performance.now() - this.#pulledAt < INTERVAL_MS) return
    this.#pulledAt = performance.now()
    await this.#log.pull()
  }

  /**
   * Reads the next entries for the receivers that have room. Those that have read up to the same entry, as nearly all have, share
   * the work: a thousand that are told of nothing cost writers nothing.
   */
  async #fill(): Promise<void> {
    const most = Math.max(1, Math.min(MOST_QUEUED, Math.floor(MOST_QUEUED_OF_ALL / this.#receivers.size)))
    const hasRoom = (receiver: Receiver) =>
      this.#receivers.has(receiver) &&
      receiver.read < this.#log.head &&
      receiver.queue.length < most &&
      receiver.waiting.count < MOST_WAITING &&
      this.#batch.held.length < MOST_UNSTORED
    let work = 0
    let open = [...this.#receivers.all].filter(hasRoom)
    while (open.length > 0) {
      const rest: Receiver[] = []
      for (const [read, receivers] of Map.groupBy(open, ({ read }) => read)) {
        const entries = await this.#log.after(read)
        const last = entries.at(-1)
        if (!last) continue
        const actions = [...new Set(entries.map(({ action }) => action))]
        work += WORK.read
        for (const receiver of receivers) {
          if (!hasRoom(receiver)) continue
          const isTold = this.#receivers.isSubscribedToAny(receiver, actions)
          if (isTold) await this.#enqueue(receiver, entries, most - receiver.queue.length)
          else receiver.read = last.number
          if (hasRoom(receiver)) rest.push(receiver)
          work += isTold ? WORK.told : WORK.skipped
          if (work < WORK_PER_SLICE) continue
          work = 0
          await yieldToEventLoop()
        }
      }
      open = rest
    }
  }

  /** Adds the events among these entries to the queue, up to `most`. */
  async #enqueue(receiver: Receiver, entries: readonly NumberedEntry[], most: number): Promise<void> {
    const items: Item[] = []
    let { read } = receiver
    for (const entry of entries) {
      if (items.length >= most) break
      const { number, uuid, action } = entry
      read = number
      if (receiver.settled.delete(number) || !this.#receivers.isSubscribed(receiver, entry)) continue
      const subject = subjectOf(entry)
      items.push({ kind: 'event', uuid, number, action, subject, attempt: 1, waitingId: undefined })
    }
    const blocked = await this.#blockedAmong(receiver, items)
    for (const item of items) {
      receiver.unsettled.add(item.number as number)
      if (blocked.has(item.subject)) this.#hold(receiver, item)
      else receiver.queue.push(item)
    }
    receiver.read = read
  }

  /** The event stays in the audit trail until no earlier one of its subject waits. */
  #hold(receiver: Receiver, item: Item): void {
    this.#batch.held.push({ receiver, item })
  }

  /** The subjects that have an earlier event waiting. */
  async #blockedAmong(receiver: Receiver, items: readonly Item[]): Promise<Set<string>> {
    if (items.length === 0) return new Set()
    const retrying = this.#batch.results
      .filter((one) => one.receiver === receiver && one.outcome === 'retrying')
      .map(({ item }) => item.subject)
    if (receiver.waiting.count === 0) return new Set(retrying)
    const subjects = [...new Set(items.map(({ subject }) => subject))]
    return (await waitingSubjects(this.#ctx, receiver, subjects)).union(new Set(retrying))
  }

  // What is sent

  /** Whether anything can be sent now. */
  #canBegin(): boolean {
    return [...this.#receivers.all].some(
      (receiver) => !this.#isResting(receiver) && (receiver.queue.length > 0 || this.#isDue(receiver)),
    )
  }

  #isResting({ restsUntil }: Receiver): boolean {
    return this.#isAhead(restsUntil, MOST_REST_MS)
  }

  #isDue({ waiting: { count, nextAt }, attemptedAt }: Receiver): boolean {
    if (nextAt !== null && nextAt <= this.#ctx.now()) return true
    return count >= MOST_WAITING && !this.#isRecent(attemptedAt, PROBE_MS)
  }

  async #begin(stopping: AbortSignal): Promise<void> {
    await this.#start(await this.#byHand(), stopping)
    const planned: Planned[] = []
    let [inFlight, slow] = [this.#inFlight, this.#slowInFlight]
    const most = Math.min(MOST_AT_ONCE, inFlight + this.#options.pace.refill())
    for (const receiver of [...this.#receivers.all]) {
      if (this.#isResting(receiver) || this.#batch.results.length + inFlight >= MOST_UNSTORED) continue
      let room = Math.min(receiver.room, most - inFlight)
      if (receiver.isSlow) room = Math.min(room, MOST_OF_SLOW - slow)
      if (room <= 0) continue
      // After every other failure new events go first: many retries that fail would keep a receiver from events that it accepts.
      const items = receiver.failures % 2 === 1 ? this.#new(receiver, room) : []
      // While a slow one answers, the result before is stored, and new events get their turn.
      if (!receiver.isSlow) items.push(...(await this.#following(receiver, room - items.length)))
      if (items.length < room && this.#isDue(receiver))
        items.push(...(await this.#due(receiver, room - items.length)))
      items.push(...this.#new(receiver, room - items.length))
      for (const item of items) planned.push({ receiver, item })
      inFlight += items.length
      if (receiver.isSlow) slow += items.length
    }
    this.#receivers.moveToEnd(planned.map(({ receiver }) => receiver))
    this.#options.pace.spend(planned.length)
    await this.#start(planned, stopping)
  }

  async #start(planned: readonly Planned[], stopping: AbortSignal): Promise<void> {
    if (planned.length === 0) return
    const found = await this.#entriesOf(planned)
    await this.#events.readAhead(found.filter((entry) => typeof entry === 'object'))
    // Authority comes last: somebody may lose a right while the entries are read.
    const delegates = await this.#delegatesOf(new Set(planned.map(({ receiver }) => receiver)))
    for (const [index, { receiver, item }] of planned.entries())
      void this.#attempt(receiver, item, {
        found: found[index],
        delegate: delegates.get(receiver) as Delegate,
        stopping,
      })
  }

  #new(receiver: Receiver, room: number): Item[] {
    const items: Item[] = []
    while (items.length < room) {
      const item = this.#next(receiver)
      if (!item) break
      items.push(item)
    }
    return items
  }

  /** The next event of the queue whose subject has no event that is being sent. */
  #next(receiver: Receiver): Item | undefined {
    const index = receiver.queue.findIndex(({ subject }) => !receiver.subjectsInFlight.has(subject))
    if (index < 0) return undefined
    const [item] = receiver.queue.splice(index, 1) as [Item]
    receiver.subjectsInFlight.add(item.subject)
    return item
  }

  /** The events that wait behind one that has just been sent. Its result is stored before theirs, or together with them. */
  async #following(receiver: Receiver, room: number): Promise<Item[]> {
    const items: Item[] = []
    for (const [subject, after] of receiver.freed) {
      if (items.length >= room) break
      receiver.freed.delete(subject)
      if (receiver.subjectsInFlight.has(subject)) continue
      const row = await this.#ctx.db
        .selectFrom('webhook_waiting')
        .where('webhook_id', '=', receiver.id)
        .where('kind', '=', 'event')
        .where('subject', '=', subject)
        .where('number', '>', after)
        .selectAll()
        .orderBy('number')
        .limit(1)
        .executeTakeFirst()
      // One with a time has been stored as the first one meanwhile.
      if (!row || row.next_attempt_at !== null || receiver.rowsInFlight.has(row.id)) continue
      receiver.rowsInFlight.add(row.id)
      receiver.subjectsInFlight.add(subject)
      items.push(itemOf(row))
    }
    return items
  }

  /** The next event of the subject may be sent. */
  #free(receiver: Receiver, { kind, subject, number, waitingId }: Item): void {
    if (kind !== 'event') return
    receiver.subjectsInFlight.delete(subject)
    if (waitingId !== undefined && number !== undefined) receiver.freed.set(subject, number)
  }

  /** Events whose next attempt is due. */
  async #due(receiver: Receiver, room: number): Promise<Item[]> {
    const now = this.#ctx.now()
    const rows = await this.#ctx.db
      .selectFrom('webhook_waiting')
      .where('webhook_id', '=', receiver.id)
      .where('kind', '=', 'event')
      .where('next_attempt_at', 'is not', null)
      .$if(receiver.waiting.nextAt !== null && receiver.waiting.nextAt <= now, (query) =>
        query.where('next_attempt_at', '<=', now),
      )
      .selectAll()
      .select(scheduledAt)
      .orderBy('next_attempt_at')
      .limit(room + receiver.rowsInFlight.size)
      .execute()
    const items = rows
      .filter(({ id, subject }) => !receiver.rowsInFlight.has(id) && !receiver.subjectsInFlight.has(subject))
      .slice(0, room)
      .map(itemOf)
    if (rows.length < room + receiver.rowsInFlight.size) await this.#lookAhead(receiver, now)
    for (const { waitingId, subject } of items) {
      receiver.rowsInFlight.add(waitingId as number)
      receiver.subjectsInFlight.add(subject)
    }
    return items
  }

  /** Notes when the next event is due. Events that are due now are being sent, or wait for room. */
  async #lookAhead(receiver: Receiver, now: string): Promise<void> {
    const { next } = await this.#ctx.db
      .selectFrom('webhook_waiting')
      .where('webhook_id', '=', receiver.id)
      .where('kind', '=', 'event')
      .where('next_attempt_at', '>', now)
      .select((eb) => eb.fn.min('next_attempt_at').as('next'))
      .executeTakeFirstOrThrow()
    receiver.waiting = { ...receiver.waiting, nextAt: next as string | null }
  }

  /** The tests and redeliveries that somebody asked for. Those of a receiver without room do not hide those of others. */
  async #byHand(): Promise<Planned[]> {
    if (this.#receivers.size === 0 || this.#isRecent(this.#byHandAt, BY_HAND_MS)) return []
    this.#byHandAt = this.#ctx.now()
    const planned: Planned[] = []
    for (let last = 0; ; ) {
      const full = [...this.#receivers.all].filter((receiver) => this.#roomByHand(receiver, planned) <= 0)
      const rows = await this.#readByHand(last, full)
      for (const row of rows) {
        const receiver = this.#receivers.of(row.webhook_id)
        if (!receiver || receiver.rowsInFlight.has(row.id) || this.#roomByHand(receiver, planned) <= 0)
          continue
        if (this.#inFlight + planned.length >= MOST_AT_ONCE) return planned
        receiver.rowsInFlight.add(row.id)
        planned.push({ receiver, item: itemOf(row) })
      }
      if (rows.length < BY_HAND_ROWS) return planned
      last = (rows.at(-1) as WaitingRow).id
    }
  }

  /** @param last the id of the last row that was read @param full receivers without room */
  #readByHand(last: number, full: readonly Receiver[]) {
    const ids = full.map(({ id }) => id)
    return this.#ctx.db
      .selectFrom('webhook_waiting')
      .where('kind', '<>', 'event')
      .where('id', '>', last)
      .where('next_attempt_at', '<=', this.#ctx.now())
      .$if(ids.length > 0, (query) => query.where('webhook_id', 'not in', ids))
      .selectAll()
      .orderBy('id')
      .limit(BY_HAND_ROWS)
      .execute()
  }

  /** How many more can be sent. A receiver that fails or is slow gets one beside its event. @param planned what is about to be sent */
  #roomByHand(receiver: Receiver, planned: readonly Planned[]): number {
    const own = planned.filter((one) => one.receiver === receiver).length
    if (!receiver.isSlow) return MOST_OF_ONE - receiver.inFlight - own
    const slow = planned.filter((one) => one.receiver.isSlow).length
    return Math.min(2 - receiver.inFlight - own, MOST_OF_SLOW - this.#slowInFlight - slow)
  }

  /** Who each webhook acts for at this moment. */
  async #delegatesOf(receivers: ReadonlySet<Receiver>): Promise<Map<Receiver, Delegate>> {
    const all = [...receivers].map((receiver) => ({ receiver, webhook: receiver.webhook }))
    const actors = await delegatesOf(
      this.#ctx,
      all.map(({ webhook }) => webhook.authority),
    )
    return new Map(all.map(({ receiver, webhook }, index) => [receiver, { webhook, actor: actors[index] }]))
  }

  async #attempt(receiver: Receiver, item: Item, sending: Sending): Promise<void> {
    const { isSlow } = receiver
    receiver.inFlight += 1
    this.#inFlight += 1
    if (isSlow) this.#slowInFlight += 1
    try {
      await this.#send(receiver, item, sending)
    } catch (error) {
      // The event stays where it is: in the audit trail after the position, or among those that wait.
      if (!(error instanceof SendingStopped)) this.#fault = error
    } finally {
      receiver.inFlight -= 1
      this.#inFlight -= 1
      if (isSlow) this.#slowInFlight -= 1
      this.#woken.resolve()
    }
  }

  async #send(receiver: Receiver, item: Item, { stopping, ...read }: Sending): Promise<void> {
    const at = this.#ctx.now()
    let message = await this.#messageOf(receiver, item, read)
    if (!message) return
    const bytes = Buffer.byteLength(message.body)
    let isOutdated = await this.#reserve(bytes)
    try {
      // Somebody may have lost the right to it, erased a person, or saved another address.
      while (isOutdated || receiver.webhook !== message.webhook) {
        isOutdated = false
        message = await this.#messageOf(receiver, item, await this.#readAnew(receiver, item))
        if (!message) return
      }
      // It was deleted or switched off.
      if (!this.#receivers.has(receiver)) return
      const { webhook, entry, body, secrets } = message
      const headers = signedHeaders({ id: entry.uuid, at: this.#ctx.now(), body }, secrets)
      const { isSlow } = receiver
      const attempt = await this.#sender.send(webhook.url, { headers, body }, { secrets, isSlow, stopping })
      this.#settle(receiver, { ...item, number: entry.number }, { at, attempt })
    } finally {
      this.#bodyBytes -= bytes
    }
  }

  /** @returns undefined if nothing is sent; what this means is noted */
  async #messageOf(receiver: Receiver, item: Item, read: Read): Promise<Message | undefined> {
    const { found, delegate } =
      read.delegate.webhook === receiver.webhook ? read : await this.#readAnew(receiver, item)
    const { webhook, actor } = delegate
    if (!this.#receivers.has(receiver)) return undefined
    if (!mayManage(actor)) {
      await this.#turnOff(receiver, 'lost_right')
      return undefined
    }
    if (found === 'unnumbered') {
      receiver.rowsInFlight.delete(item.waitingId as number)
      return undefined
    }
    if (!found) {
      this.#noteDeleted(receiver, item)
      return undefined
    }
    // One that was never tried may be there only to mark a place: see `readOn`.
    const mayBeMark = item.kind === 'event' && item.waitingId !== undefined && item.attempt === 1
    const body = mayBeMark && !isSubscribedTo(webhook, found) ? undefined : await this.#bodyOf(found, actor)
    if (body === undefined) {
      this.#batch.skipped.push({ receiver, item })
      this.#free(receiver, item)
      return undefined
    }
    const secrets = secretsOf(this.#ctx, webhook)
    if (secrets.length === 0) {
      const known = { ...item, number: found.number }
      this.#settle(receiver, known, { at: this.#ctx.now(), attempt: UNREADABLE })
      return undefined
    }
    return { webhook, entry: found, body, secrets }
  }

  async #readAnew(receiver: Receiver, item: Item): Promise<Read> {
    const found = await this.#entryOf(item)
    const delegates = await this.#delegatesOf(new Set([receiver]))
    return { found, delegate: delegates.get(receiver) as Delegate }
  }

  /** Waits until there is memory for a body. @returns whether it has waited */
  async #reserve(bytes: number): Promise<boolean> {
    const { bodyBytes: most } = { ...SENDING_LIMITS, ...this.#options.limits }
    let hasWaited = false
    while (this.#bodyBytes > 0 && this.#bodyBytes + bytes > most) {
      await wait(INTERVAL_MS)
      hasWaited = true
    }
    this.#bodyBytes += bytes
    return hasWaited
  }

  /**
   * Bodies are made from entries and not stored, so a redelivery has nothing about a person who was erased.
   * @returns undefined if the reader may not read the entry
   */
  async #bodyOf(entry: PositionedEntry, reader: Actor): Promise<string | undefined> {
    const [event] = await this.#events.of([entry])
    const seen = event?.(entryReader({ ...this.#ctx, actor: reader }))
    return seen && JSON.stringify(seen)
  }

  /** The entries of new events are read together, and the cache may have them. */
  #entriesOf(planned: readonly Planned[]): Promise<Found[]> {
    const isNew = ({ waitingId }: Item) => waitingId === undefined
    const numbers = planned.flatMap(({ item }) => (isNew(item) ? (item.number ?? []) : []))
    const reading = this.#log.entries(numbers)
    return Promise.all(
      planned.map(async ({ item }) =>
        isNew(item) ? (await reading).get(item.number as number) : this.#entryOf(item),
      ),
    )
  }

  /** Read now: it may have been erased while the event waited. */
  async #entryOf({ number, uuid }: Item): Promise<Found> {
    if (number !== undefined) return this.#log.entry(number)
    const { db } = this.#ctx
    const given = await numberOf(db, uuid)
    if (given === undefined) return (await isRecorded(db, uuid)) ? 'unnumbered' : undefined
    return given > this.#log.head ? 'unnumbered' : this.#log.entry(given)
  }

  // Results

  #settle(receiver: Receiver, item: Result['item'], { at, attempt }: { at: string; attempt: Attempt }): void {
    const { status, fault, durationMs, answer, retryAfterMs } = attempt
    const now = this.#ctx.now()
    receiver.attemptedAt = now
    if (fault === null) this.#noteSuccess(receiver, durationMs)
    else this.#noteFailure(receiver, attempt)
    if (fault === null) this.#free(receiver, item)
    const nextAt =
      item.kind === 'event' && status !== 410 ? this.#nextAttemptAt(item, at, retryAfterMs) : null
    const isRetried = fault !== null && nextAt !== null
    this.#batch.results.push({
      ...{ receiver, item, at, status, fault, durationMs, answer },
      outcome: fault === null ? 'delivered' : isRetried ? 'retrying' : 'failed',
      nextAt: isRetried ? nextAt : null,
    })
  }

  /** @param at when this attempt began @returns null if it was the last one */
  #nextAttemptAt(item: Item, at: string, retryAfterMs: number): string | null {
    const { attempt, scheduledAt = '' } = item
    const left = Date.parse(scheduledAt) - Date.parse(this.#ctx.now())
    const ms = isEarly(item, at) ? left : RETRY_MS[attempt - 1]
    return ms === undefined ? null : this.#later(Math.max(ms, retryAfterMs))
  }

  /** The event has failed, since its entry was deleted for its age. A test whose entry was never numbered has no row to store. */
  #noteDeleted(receiver: Receiver, item: Item): void {
    const { number } = item
    if (number === undefined) this.#batch.skipped.push({ receiver, item })
    else
      this.#batch.results.push({
        receiver,
        item: { ...item, number },
        at: this.#ctx.now(),
        outcome: 'failed',
        status: null,
        fault: 'entry_deleted',
        durationMs: 0,
        answer: null,
        nextAt: null,
      })
  }

  #noteSuccess(receiver: Receiver, durationMs: number): void {
    // Not only while it fails: the success and a failure that arrive together would decide by their order.
    const since = receiver.succeededAt ?? receiver.failingSince
    const isUpAgain = since !== null && since <= this.#later(-OUTAGE_MS)
    if (isUpAgain && receiver.waiting.count > 0) this.#batch.recovered.add(receiver)
    receiver.succeed(durationMs >= SLOW_MS)
    receiver.failingSince = null
    receiver.succeededAt = this.#ctx.now()
  }

  #noteFailure(receiver: Receiver, { status, retryAfterMs }: Attempt): void {
    receiver.fail()
    receiver.failingSince ??= this.#ctx.now()
    const isAskedToWait = status === 429 || status === 503
    const restMs = Math.max(
      restOf(receiver.failures),
      isAskedToWait ? Math.min(retryAfterMs, MOST_REST_MS) : 0,
    )
    if (restMs > 0) receiver.restsUntil = this.#later(restMs)
  }

  async #flushIfDue(): Promise<void> {
    const isLagging = [...this.#receivers.all].filter(
      (receiver) => receiver.position - receiver.storedPosition >= STORE_AFTER,
    )
    if (this.#isStored && isLagging.length === 0) return
    const left = FLUSH_MS - (performance.now() - this.#flushedAt)
    // Meanwhile, new events are sent.
    if (left > 0) return
    await this.#flush(isLagging)
  }

  async #flush(lagging: readonly Receiver[]): Promise<void> {
    this.#holdBehindRetries()
    const batch = this.#batch
    this.#batch = newBatch()
    const all = [...batch.results, ...batch.held, ...batch.skipped]
    const touched = [...new Set([...all.map(({ receiver }) => receiver), ...lagging])].sort(
      (one, other) => one.id - other.id,
    )
    const settled = settledIn(batch)
    await storeBatch(this.#ctx, batch, { touched, fence: (ctx) => this.#fence(ctx) })
    this.#flushedAt = performance.now()
    // Subjects of delivered and skipped events are free already: their next event may be under way.
    for (const { receiver, item, outcome } of batch.results)
      if (item.kind === 'event' && outcome !== 'delivered') receiver.subjectsInFlight.delete(item.subject)
    for (const { receiver, item } of all) {
      if (item.waitingId === undefined) continue
      receiver.rowsInFlight.delete(item.waitingId)
      // Its next event is due now.
      if (receiver.freed.get(item.subject) === item.number) receiver.freed.delete(item.subject)
    }
    for (const [receiver, numbers] of settled) for (const number of numbers) receiver.unsettled.delete(number)
    const waiting = await waitingOf(
      this.#ctx,
      touched.map(({ id }) => id),
    )
    for (const receiver of touched) {
      receiver.waiting = waiting.get(receiver.id) ?? { count: 0, nextAt: null }
      receiver.storedPosition = receiver.position
    }
    await this.#turnOffFailing(batch)
  }

  /** Takes events from the queue if an earlier event of their subject is retried. */
  #holdBehindRetries(): void {
    for (const { receiver, item, outcome } of this.#batch.results) {
      if (outcome !== 'retrying') continue
      const behind = receiver.queue.filter(({ subject }) => subject === item.subject)
      if (behind.length === 0) continue
      const others = receiver.queue.filter(({ subject }) => subject !== item.subject)
      receiver.queue.splice(0, receiver.queue.length, ...others)
      for (const each of behind) this.#hold(receiver, each)
    }
  }

  async #turnOffFailing({ results }: Batch): Promise<void> {
    const longAgo = this.#later(-MOST_FAILING_MS)
    for (const { receiver, status, fault } of results) {
      if (!this.#receivers.has(receiver)) continue
      if (status === 410) await this.#turnOff(receiver, 'gone')
      else if (fault !== null && receiver.failingSince !== null && receiver.failingSince <= longAgo)
        await this.#turnOff(receiver, 'no_success')
    }
  }

  async #turnOff(receiver: Receiver, because: 'gone' | 'no_success' | 'lost_right'): Promise<void> {
    if (!this.#receivers.has(receiver)) return
    this.#receivers.forget(receiver)
    const { uuid, version, authority } = receiver.webhook
    const isOff = await turnOff(this.#ctx, { id: receiver.id, version, authority }, because)
    if (isOff) this.#options.logger.warn({ webhook: uuid, because }, 'a webhook was switched off')
  }
}

/** An event that is about to be sent. */
interface Planned {
  receiver: Receiver
  item: Item
}

/** Undefined if the entry was deleted. */
type Found = PositionedEntry | undefined | 'unnumbered'

/** What an attempt is based on, read just before. */
interface Read {
  found: Found
  delegate: Delegate
}

type Sending = Read & { stopping: AbortSignal }

interface Message {
  webhook: Receiver['webhook']
  entry: PositionedEntry
  body: string
  secrets: string[]
}

/** A webhook as it was when its actor was read. */
interface Delegate {
  webhook: Receiver['webhook']
  actor: Actor | undefined
}

const MOST_REST_MS = 3_600_000

const UNREADABLE: Attempt = {
  status: null,
  fault: 'secret_unreadable' satisfies DeliveryFault,
  durationMs: 0,
  answer: null,
  retryAfterMs: 0,
}

const newBatch = (): Batch => ({ results: [], held: [], skipped: [], recovered: new Set() })

const mayManage = (actor: Actor | undefined): actor is Actor =>
  actor !== undefined && TO_MANAGE.every((slug) => actor.grants.has(slug))

const subjectOf = ({ subject_type: type, subject_id: id }: NumberedEntry): string => `${type}/${id ?? ''}`

interface WaitingRow {
  id: number
  event_uuid: string
  number: number | null
  action: string
  kind: Item['kind']
  subject: string
  attempts: number
  scheduled_at?: string | null
}

const itemOf = ({ id, event_uuid: uuid, number, attempts, scheduled_at, ...row }: WaitingRow): Item => ({
  ...{ uuid, kind: row.kind, action: row.action, subject: row.subject },
  number: number ?? undefined,
  attempt: attempts + 1,
  waitingId: id,
  scheduledAt: scheduled_at ?? undefined,
})
