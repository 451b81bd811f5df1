import type { Ctx } from '../../access/context.ts'
import type { PositionedEntry } from '../../db/queries/numbered-entries.ts'
import { CloudEvents, type EntryEvent, type EventOptions } from '../cloud-event.ts'
import type { EventTypes } from '../event-types.ts'
import { type EntryReader, entryReader, isTold, viewOf } from '../read-entries.ts'

/** What a reader may read now, and how they see it. */
export interface Reader {
  /** Equal for readers who see the same. */
  view: string
  read: EntryReader
}

/** @param ctx with the actor */
export const readerOf = (ctx: Ctx): Reader => ({ view: viewOf(ctx), read: entryReader(ctx) })

/** Serializes entries as Server-Sent Events. */
export class EventTexts {
  readonly #events: CloudEvents

  constructor(ctx: Ctx, options: EventOptions) {
    this.#events = new CloudEvents(ctx, options)
  }

  /** Reads what their serialization needs. */
  async prepare(entries: readonly PositionedEntry[]): Promise<PreparedEvents> {
    const told = entries.filter(isTold)
    return new PreparedEvents(
      told.map(({ action }) => action),
      await this.#events.of(told),
    )
  }
}

/** Some entries, each serialized once for all readers who see the same. */
export class PreparedEvents {
  readonly #actions: readonly string[]
  readonly #events: readonly EntryEvent[]
  readonly #byView = new Map<string, (string | undefined)[]>()
  readonly #texts = new Map<string, Buffer>()

  constructor(actions: readonly string[], events: readonly EntryEvent[]) {
    this.#actions = actions
    this.#events = events
  }

  /** The events that the reader may read and has selected; empty if there are none. */
  textFor(reader: Reader, types: EventTypes): Buffer {
    const key = `${reader.view}\n${types.key}`
    let text = this.#texts.get(key)
    if (!text) {
      const events = this.#eventsFor(reader)
      const wanted = this.#actions.map((action, index) => (types.has(action) ? events[index] : undefined))
      text = Buffer.from(wanted.join(''))
      this.#texts.set(key, text)
    }
    return text
  }

  /** Undefined for each event that the reader may not read. */
  #eventsFor({ view, read }: Reader): readonly (string | undefined)[] {
    let events = this.#byView.get(view)
    if (!events) {
      events = this.#events.map((event) => {
        const seen = event(read)
        return seen && asEvent(seen)
      })
      this.#byView.set(view, events)
    }
    return events
  }
}

/** JSON contains no line break, which would end the field. */
const asEvent = (event: { id: string }): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
