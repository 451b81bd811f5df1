import type { Selectable } from 'kysely'
import type { DeliveryKind } from '../../contract/webhooks.ts'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { chunks } from '../db/queries/chunks.ts'
import { lastNumber, type NumberedEntry, numberOf } from '../db/queries/numbered-entries.ts'
import type { WebhookTable } from '../db/tables.ts'
import { isSelected } from '../events/event-types.ts'
import { isTold } from '../events/read-entries.ts'

/** An event to send to a webhook. */
export interface Item {
  kind: DeliveryKind
  /** The entry of the audit trail. */
  uuid: string
  /** Undefined for one that may not have its number yet. */
  number: number | undefined
  action: string
  /** The events of a subject are sent one after the other. */
  subject: string
  attempt: number
  /** Its row of `webhook_waiting`, if it has one. */
  waitingId: number | undefined
  /** Of a retry: its time by the schedule. It may be sent sooner. */
  scheduledAt?: string | undefined
}

const COLUMNS = [
  ...(['id', 'uuid', 'version', 'url', 'events', 'authority'] as const),
  ...(['sealed', 'previous_sealed', 'previous_secret_ends_at'] as const),
] as const

type Webhook = Pick<Selectable<WebhookTable>, (typeof COLUMNS)[number]>

/** What waits for a webhook in the database. */
export interface Waiting {
  /** Events that wait, without tests and redeliveries. */
  count: number
  nextAt: string | null
}

/** Requests at once to one webhook. */
export const MOST_OF_ONE = 20

/** An active webhook, as the dispatcher knows it. */
export class Receiver {
  webhook: Webhook
  /** Its row of `webhook_states`. Switching the webhook off and on replaces the row. */
  readonly stateId: number
  /** The number of the last entry that was read for it. */
  read: number
  /** Its position in the database. */
  storedPosition: number
  /** Numbers of events after the stored position that were settled before the start: they are not sent again. */
  readonly settled: Set<number>
  /** Events of the audit trail that were read and not begun, in order. */
  readonly queue: Item[] = []
  /** Numbers of events that were read and are not settled in the database yet, in the order of reading. */
  readonly unsettled = new Set<number>()
  /** Subjects with an event that is being sent, or whose result is not stored yet. */
  readonly subjectsInFlight = new Set<string>()
  /** The number of the last event of a subject that was sent, if later ones may wait in `webhook_waiting`. */
  readonly freed = new Map<string, number>()
  /** Rows of `webhook_waiting` that are being sent, or whose result is not stored yet. */
  readonly rowsInFlight = new Set<number>()
  inFlight = 0
  /** Grows with each success, and is 1 after a failure (slow start and multiplicative decrease, as in TCP). */
  window = 1
  /** Failed attempts in a row. */
  failures = 0
  /** Whether its last attempt failed or was slow. All such receivers share a part of the concurrent requests. */
  isSlow: boolean
  restsUntil = ''
  attemptedAt: string
  waiting: Waiting = { count: 0, nextAt: null }
  failingSince: string | null
  succeededAt: string | null

  constructor(webhook: Webhook, state: State, settled: Set<number>, now: string) {
    this.webhook = webhook
    this.stateId = state.id
    this.read = state.position
    this.storedPosition = state.position
    this.failingSince = state.failing_since
    this.isSlow = state.failing_since !== null
    this.succeededAt = state.succeeded_at
    this.settled = settled
    this.attemptedAt = now
  }

  get id(): number {
    return this.webhook.id
  }

  /** All events up to this number are settled in the database. */
  get position(): number {
    const [first] = this.unsettled
    return first === undefined ? this.read : first - 1
  }

  get room(): number {
    return this.window - this.inFlight
  }

  succeed(isSlow: boolean): void {
    this.failures = 0
    this.isSlow = isSlow
    this.restsUntil = ''
    this.window = isSlow ? 1 : Math.min(this.window + 1, MOST_OF_ONE)
  }

  fail(): void {
    this.failures += 1
    this.isSlow = true
    this.window = 1
  }
}

interface State {
  id: number
  webhook_id: number
  position: number
  failing_since: string | null
  succeeded_at: string | null
}

/** The active webhooks, kept up to date with the database. */
export class Receivers {
  readonly #ctx: Ctx
  readonly #byId = new Map<number, Receiver>()
  #byAction = new Map<string, Set<number>>()

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** In the order in which they last got requests, so that all get some when there are not enough for all; new ones come last. */
  get all(): IterableIterator<Receiver> {
    return this.#byId.values()
  }

  get size(): number {
    return this.#byId.size
  }

  of(webhookId: number): Receiver | undefined {
    return this.#byId.get(webhookId)
  }

  has(receiver: Receiver): boolean {
    return this.#byId.get(receiver.id) === receiver
  }

  /** For receivers that have just got requests. */
  moveToEnd(receivers: readonly Receiver[]): void {
    for (const receiver of new Set(receivers)) {
      if (!this.has(receiver)) continue
      this.#byId.delete(receiver.id)
      this.#byId.set(receiver.id, receiver)
    }
  }

  forget(receiver?: Receiver): void {
    if (!receiver) this.#byId.clear()
    else if (this.has(receiver)) this.#byId.delete(receiver.id)
    this.#byAction.clear()
  }

  /** Reads what has changed. */
  async refresh(): Promise<void> {
    const { db } = this.#ctx
    const active = await db
      .selectFrom('webhooks')
      .leftJoin('webhook_states', 'webhook_states.webhook_id', 'webhooks.id')
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select(['webhooks.id', 'webhooks.version', 'webhook_states.id as state_id'])
      .execute()
    const stored = new Map(active.map((row) => [row.id, row]))
    for (const receiver of this.#byId.values())
      if (stored.get(receiver.id)?.state_id !== receiver.stateId) this.forget(receiver)
    const changed = active.filter(({ id, version }) => this.#byId.get(id)?.webhook.version !== version)
    if (changed.length === 0) return
    this.#byAction.clear()
    for (const some of chunks(changed)) await this.#load(some.map(({ id }) => id))
  }

  async #load(ids: number[]): Promise<void> {
    const { db, now } = this.#ctx
    const rows = await db
      .selectFrom('webhooks')
      .where('id', 'in', ids)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select(COLUMNS)
      .execute()
    const unknown: Webhook[] = []
    for (const row of rows) {
      const known = this.#byId.get(row.id)
      if (known) known.webhook = row
      else unknown.push(row)
    }
    if (unknown.length === 0) return
    const states = await this.#states(unknown.map(({ id }) => id))
    for (const webhook of unknown) {
      const state = states.get(webhook.id) ?? (await this.#begin(webhook.id))
      if (!state) continue
      const settled = await this.#settledAfter(state)
      this.#byId.set(webhook.id, new Receiver(webhook, state, settled, now()))
    }
    const waiting = await waitingOf(
      this.#ctx,
      unknown.map(({ id }) => id),
    )
    for (const { id } of unknown) {
      const receiver = this.#byId.get(id)
      if (receiver) receiver.waiting = waiting.get(id) ?? { count: 0, nextAt: null }
    }
  }

  async #states(ids: number[]): Promise<Map<number, State>> {
    const rows = await this.#ctx.db
      .selectFrom('webhook_states')
      .where('webhook_id', 'in', ids)
      .selectAll()
      .execute()
    return new Map(rows.map((row) => [row.webhook_id, row]))
  }

  /** A webhook gets the events after the entry that switched it on. */
  #begin(id: number): Promise<State | undefined> {
    return inAnonymousTransaction(this.#ctx, async ({ db }) => {
      const start = await switchedOnAt(db, id)
      if (start === undefined) return undefined
      const known = await db
        .selectFrom('webhook_states')
        .where('webhook_id', '=', id)
        .selectAll()
        .executeTakeFirst()
      return (
        known ??
        (await db
          .insertInto('webhook_states')
          .values({ webhook_id: id, position: start, failing_since: null, succeeded_at: null })
          .returningAll()
          .executeTakeFirst())
      )
    })
  }

  /** Numbers of events after the position that are settled already, before earlier ones. */
  async #settledAfter({ webhook_id: id, position }: State): Promise<Set<number>> {
    const { db } = this.#ctx
    const delivered = await db
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', id)
      .where('kind', '=', 'event')
      .where('number', '>', position)
      .select('number')
      .execute()
    const waiting = await db
      .selectFrom('webhook_waiting')
      .where('webhook_id', '=', id)
      .where('kind', '=', 'event')
      .where('number', '>', position)
      .select('number')
      .execute()
    return new Set([...delivered, ...waiting].map(({ number }) => number as number))
  }

  /** As {@link isSubscribedTo}, for many webhooks. */
  isSubscribed({ id }: Receiver, entry: NumberedEntry): boolean {
    return isTold(entry) && !isOwnTest(id, entry) && this.#subscribedTo(entry.action).has(id)
  }

  /** Whether it is subscribed to one of these actions. */
  isSubscribedToAny({ id }: Receiver, actions: readonly string[]): boolean {
    return actions.some((action) => this.#subscribedTo(action).has(id))
  }

  #subscribedTo(action: string): ReadonlySet<number> {
    let subscribed = this.#byAction.get(action)
    if (!subscribed) {
      const all = [...this.all].filter(({ webhook }) => isSelected(action, webhook.events))
      subscribed = new Set(all.map((receiver) => receiver.id))
      this.#byAction.set(action, subscribed)
    }
    return subscribed
  }
}

/** A test is sent at once, before the events that wait. */
const isOwnTest = (id: number, { action, subject_id }: Pick<NumberedEntry, 'action' | 'subject_id'>) =>
  action === 'webhooks.test' && subject_id === id

/** Whether a webhook is subscribed to an entry. */
export const isSubscribedTo = (
  { id, events }: Pick<Webhook, 'id' | 'events'>,
  entry: Pick<NumberedEntry, 'action' | 'via' | 'subject_id'>,
): boolean => isTold(entry) && isSelected(entry.action, events) && !isOwnTest(id, entry)

/** The most entries of a webhook that are searched for the one that switched it on. */
const MOST_LOOKED_THROUGH = 1000

/**
 * The entry that switched a webhook on, or the last entry if none of its newest thousand did.
 * @returns its number; undefined if it has none yet
 */
async function switchedOnAt(db: Ctx['db'], id: number): Promise<number | undefined> {
  const entries = await db
    .selectFrom('audit_entries')
    .where('subject_type', '=', 'webhooks')
    .where('subject_id', '=', id)
    .where('outcome', '=', 'done')
    .select(['uuid', 'action', 'changes'])
    .orderBy('id', 'desc')
    .limit(MOST_LOOKED_THROUGH)
    .execute()
  const on = entries.find(
    ({ action, changes }) =>
      action === 'webhooks.create' ||
      action === 'webhooks.restore' ||
      changes?.some((change) => change.field === 'is_active' && 'to' in change && change.to === true),
  )
  if (!on) return lastNumber(db)
  return numberOf(db, on.uuid)
}

/** What waits for each of these webhooks. */
export async function waitingOf(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<Map<number, Waiting>> {
  const found = new Map<number, Waiting>()
  for (const some of chunks(ids)) {
    const rows = await db
      .selectFrom('webhook_waiting')
      .where('webhook_id', 'in', some)
      .where('kind', '=', 'event')
      .select((eb) => [
        'webhook_id',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min('next_attempt_at').as('next_at'),
      ])
      .groupBy('webhook_id')
      .execute()
    for (const row of rows)
      found.set(row.webhook_id, { count: Number(row.count), nextAt: row.next_at as string | null })
  }
  return found
}
