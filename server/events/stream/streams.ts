import type { ServerResponse } from 'node:http'
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StoredToken } from '../../access/actor.ts'
import { actorNow } from '../../access/authority.ts'
import type { Ctx } from '../../access/context.ts'
import type { AccessMemory } from '../../access/memory/memory.ts'
import type { IdleTimes } from '../../credentials/cookie-sessions.ts'
import type { Connection } from '../../db/connect.ts'
import {
  isRecorded,
  numberOf,
  type PositionedEntry,
  readNumbered,
  readPositioned,
} from '../../db/queries/numbered-entries.ts'
import { overloaded, positionGone, Refusal } from '../../errors.ts'
import type { AnswerStream, Call } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { eventTypesOf } from '../event-types.ts'
import { EventStream } from './event-stream.ts'
import { EventTexts, type PreparedEvents, type Reader, readerOf } from './event-texts.ts'
import { Follower, type Position } from './follower.ts'

/** Limits of streams. Only tests change them. */
export const STREAM_LIMITS = {
  /** Streams of one process. */
  most: 1000,
  /** Of these, streams of one user, over all their tokens. */
  mostOfUser: 100,
  /** Bytes that wait for one client. */
  bufferBytes: 64 * 1024,
  heartbeatMs: 15_000,
  /** For a client that catches up to read a page. */
  stalledMs: 60_000,
}

export type StreamLimits = typeof STREAM_LIMITS

/** How often authority is checked again: a stream ends within a second after its authority. */
const CHECK_EVERY_MS = 250
/** How often commits of other processes are looked for. */
const LOOK_EVERY_MS = 50
/** Entries of one page of a stream that catches up. */
const PAGE = 50
/** Streams that read a page at the same time: a thousand that reconnect must not occupy the database. */
const PAGES_AT_ONCE = 2
/** How long a stream waits for the number of the event after which it begins. */
const NUMBER_WAIT = { waitMs: 20, tries: 100 }
/** Callers whose authority is read at the same time, between iterations of the event loop. */
const CALLERS_PER_SLICE = 50

interface Options {
  connection: Pick<Connection, 'changes' | 'flushed' | 'currentRecords' | 'positions'>
  memory: Pick<AccessMemory, 'current'>
  idleTimes: Pick<IdleTimes, 'hasEnded'>
  /** `source` of events: the URL of the service. */
  source: () => string
  logger: Logger
  limits?: Partial<StreamLimits> | undefined
}

/** The streams of one token share its authority. */
interface Caller {
  key: string
  ctx: Ctx
  streams: Set<EventStream>
}

/** The streams of this process. A stream reads pages of the audit trail until it has caught up; then it gets what is new. */
export class EventStreams {
  readonly #ctx: Ctx
  readonly #options: Options
  readonly #limits: StreamLimits
  readonly #texts: EventTexts
  readonly #follower: Follower
  readonly #callers = new Map<string, Caller>()
  /** Those that have caught up. */
  readonly #live = new Map<EventStream, Caller>()
  /** Of open streams, and of those that are about to begin. */
  #count = 0
  /** The same by user. */
  readonly #countOf = new Map<number | null, number>()
  #timers: NodeJS.Timeout[] = []
  #isChecking = false
  #isStopping = false
  #hasFailed = false
  #pages = 0
  readonly #waitingForPage: (() => void)[] = []

  /** @param ctx of no request */
  constructor(ctx: Ctx, options: Options) {
    this.#ctx = ctx
    this.#options = options
    this.#limits = { ...STREAM_LIMITS, ...options.limits }
    this.#texts = new EventTexts(ctx, { source: options.source, positions: options.connection.positions })
    this.#follower = new Follower(ctx, {
      flushed: options.connection.flushed,
      prepare: (entries) => this.#prepare(entries),
      onLost: () => this.#cutAll(),
    })
    options.connection.changes.onChange(this.wake)
  }

  /** Something may have been recorded. Costs nothing while there are no streams. */
  readonly wake = (): void => {
    if (this.#follower.head) this.#follower.pull().then(this.#noteSuccess, this.#noteFault)
  }

  /** @throws Refusal 410, 429, 503 */
  async open({ ctx, request, input }: Call<{ types?: readonly string[] }>): Promise<AnswerStream> {
    this.#take(ctx)
    try {
      await this.#follower.start()
      const lastId = request.headers['last-event-id']
      const position = await (lastId ? this.#after(String(lastId)) : this.#follower.last())
      await this.#follower.reach(position.number)
      const types = eventTypesOf(input.types)
      return {
        contentType: 'text/event-stream; charset=utf-8',
        begin: (raw) => {
          request.logNow?.()
          this.#begin(new EventStream(raw, types, position), { raw, ctx })
        },
      }
    } catch (error) {
      this.#release(ctx)
      throw error
    }
  }

  /** @throws Refusal 429, 503 */
  #take({ actor: { ownerId } }: Ctx): void {
    const { most, mostOfUser } = this.#limits
    const own = this.#countOf.get(ownerId) ?? 0
    if (own >= mostOfUser) throw tooManyOfUser(mostOfUser)
    if (this.#count >= most) throw tooManyStreams(most)
    this.#countOf.set(ownerId, own + 1)
    this.#count += 1
    if (this.#count === 1) this.#startTimers()
  }

  /** @throws Refusal 410, 503 */
  async #after(uuid: string): Promise<Position> {
    const { db } = this.#ctx
    const number = await this.#numberOf(uuid)
    if (number === undefined) throw positionGone()
    const [next] = await readNumbered(db, number, 1)
    if (next && next.number !== number + 1) throw positionGone()
    return { number, uuid }
  }

  /** An entry that was committed a moment ago may have no number yet. @returns undefined if there is no entry @throws Refusal 503 */
  async #numberOf(uuid: string): Promise<number | undefined> {
    const { db } = this.#ctx
    for (let tries = 1; ; tries++) {
      const number = await numberOf(db, uuid)
      if (number !== undefined || !(await isRecorded(db, uuid))) return number
      if (tries === NUMBER_WAIT.tries) throw overloaded()
      await wait(NUMBER_WAIT.waitMs)
    }
  }

  #begin(stream: EventStream, { raw, ctx }: { raw: ServerResponse; ctx: Ctx }): void {
    const { socket } = raw.req
    if (!stream.isOpen || raw.closed || socket.readableEnded || this.#isStopping) {
      raw.destroy()
      this.#release(ctx)
      return
    }
    const caller = this.#callerOf(ctx)
    caller.streams.add(stream)
    raw.once('close', () => {
      this.#live.delete(stream)
      caller.streams.delete(stream)
      if (caller.streams.size === 0) this.#callers.delete(caller.key)
      this.#release(ctx)
    })
    // A client that closes its side will not read the other one.
    socket.once('end', () => raw.destroy())
    stream.begin()
    this.#catchUp(stream, caller)
  }

  #callerOf({ actor, guarded, factorPolicy }: Ctx): Caller {
    const key = actor.token?.hash ?? ''
    const known = this.#callers.get(key)
    if (known) return known
    const caller = {
      key,
      ctx: { ...this.#ctx, actor, guarded, factorPolicy },
      streams: new Set<EventStream>(),
    }
    this.#callers.set(key, caller)
    return caller
  }

  #release({ actor: { ownerId } }: Ctx): void {
    const own = (this.#countOf.get(ownerId) ?? 0) - 1
    if (own > 0) this.#countOf.set(ownerId, own)
    else this.#countOf.delete(ownerId)
    this.#count -= 1
    if (this.#count > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#follower.stop()
  }

  #startTimers(): void {
    const { connection } = this.#options
    // Tells `wake` of commits of other processes.
    const look = () => void connection.currentRecords().catch(() => undefined)
    const check = () => void this.#check()
    this.#timers = [setInterval(look, LOOK_EVERY_MS).unref(), setInterval(check, CHECK_EVERY_MS).unref()]
  }

  /** Reads what the reader has missed, as fast as the client reads it. */
  #catchUp(stream: EventStream, caller: Caller): void {
    this.#readOn(stream, caller).catch((error: unknown) => {
      this.#noteFault(error)
      // The client reconnects, and continues after its last event.
      stream.cut()
    })
  }

  async #readOn(stream: EventStream, caller: Caller): Promise<void> {
    while (stream.isOpen) {
      const { head } = this.#follower
      if (!head) return stream.cut()
      if (stream.position.number >= head.number) {
        this.#live.set(stream, caller)
        return
      }
      const entries = await this.#readPage(stream.position.number, head.number)
      // Old entries were dropped meanwhile.
      if (entries[0]?.number !== stream.position.number + 1) return stream.cut()
      const events = await this.#texts.prepare(entries)
      const reader = await this.#readerOf(caller)
      if (!reader) return stream.end()
      await stream.sendAll(events.textFor(reader, stream.types), lastOf(entries))
    }
  }

  async #readPage(after: number, last: number): Promise<PositionedEntry[]> {
    if (this.#pages >= PAGES_AT_ONCE) await new Promise<void>((resolve) => this.#waitingForPage.push(resolve))
    else this.#pages += 1
    try {
      // On the embedded engine, a read does not yield by itself.
      await yieldToEventLoop()
      return (await readPositioned(this.#ctx.db, after, PAGE)).filter(({ number }) => number <= last)
    } finally {
      const next = this.#waitingForPage.shift()
      if (next) next()
      else this.#pages -= 1
    }
  }

  async #prepare(entries: readonly PositionedEntry[]): Promise<() => void> {
    const events = await this.#texts.prepare(entries)
    const readers = await this.#readersOf(new Set(this.#live.values()))
    return () => this.#deliver(events, readers, lastOf(entries))
  }

  #deliver(
    events: PreparedEvents,
    readers: ReadonlyMap<Caller, Reader | undefined>,
    position: Position,
  ): void {
    for (const [stream, caller] of this.#live) {
      const reader = readers.get(caller)
      if (reader) {
        stream.send(events.textFor(reader, stream.types), position, this.#limits.bufferBytes)
      } else if (readers.has(caller)) stream.end()
      else {
        // It has caught up meanwhile.
        this.#live.delete(stream)
        this.#catchUp(stream, caller)
      }
    }
  }

  /** Ends the streams whose authority has ended, and keeps the others alive. */
  async #check(): Promise<void> {
    this.#beat()
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      for (const [caller, reader] of await this.#readersOf(this.#callers.values()))
        if (!reader) for (const stream of caller.streams) stream.end()
    } catch (error) {
      this.#noteFault(error)
    } finally {
      this.#isChecking = false
    }
  }

  #beat(): void {
    const { heartbeatMs: everyMs, stalledMs } = this.#limits
    for (const { streams } of this.#callers.values())
      for (const stream of streams) stream.beat({ everyMs, stalledMs })
  }

  /** What each of them may read now; undefined for those whose authority has ended. */
  async #readersOf(callers: Iterable<Caller>): Promise<Map<Caller, Reader | undefined>> {
    const readers = new Map<Caller, Reader | undefined>()
    const all = [...callers]
    for (let start = 0; start < all.length; start += CALLERS_PER_SLICE) {
      if (start > 0) await yieldToEventLoop()
      const some = all.slice(start, start + CALLERS_PER_SLICE)
      const read = await Promise.all(some.map((caller) => this.#readerOf(caller)))
      some.forEach((caller, index) => {
        readers.set(caller, read[index])
      })
    }
    return readers
  }

  async #readerOf(caller: Caller): Promise<Reader | undefined> {
    const { memory, idleTimes } = this.#options
    try {
      const ctx = { ...caller.ctx, access: memory.current() }
      const actor = await actorNow(ctx)
      if (await idleTimes.hasEnded(ctx, actor.token as StoredToken)) return undefined
      return readerOf({ ...ctx, actor })
    } catch (error) {
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) return undefined
      throw error
    }
  }

  /** Before the service stops: clients connect again, to another process or the next one. */
  endAll(): void {
    this.#isStopping = true
    for (const { streams } of this.#callers.values()) for (const stream of streams) stream.end()
  }

  #cutAll(): void {
    this.#follower.stop()
    for (const { streams } of this.#callers.values()) for (const stream of streams) stream.cut()
  }

  readonly #noteSuccess = (): void => {
    this.#hasFailed = false
  }

  /** Logs only the first of several faults in a row: the next read follows in a moment. */
  readonly #noteFault = (err: unknown): void => {
    if (!this.#hasFailed) this.#options.logger.warn({ err }, 'events cannot be read; it is tried again')
    this.#hasFailed = true
  }
}

const tooManyOfUser = (most: number) =>
  new Refusal(
    429,
    'too_many_streams',
    say`This process serves ${most} streams of your account, the most for one account. Close one that is not needed, or try again in a while.`,
    { headers: { 'retry-after': '10' } },
  )

const tooManyStreams = (most: number) =>
  new Refusal(
    503,
    'too_many_streams',
    say`This process serves ${most} streams, the most it can. Try again in a while.`,
    { headers: { 'retry-after': '10' } },
  )

const lastOf = (entries: readonly PositionedEntry[]): Position => {
  const { number, uuid } = entries.at(-1) as PositionedEntry
  return { number, uuid }
}
