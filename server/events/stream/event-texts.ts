import type { Ctx } from '../../access/context.ts'
import type { NumberedEntry } from '../../db/queries/numbered-entries.ts'
import { cloudEventOf } from '../cloud-event.ts'
import type { EventTypes } from '../event-types.ts'
import { entryReader, isTold, viewOf } from '../read-entries.ts'
import { SubjectNames } from '../subject-names.ts'

/** What a reader may read now, and how they see it. */
export interface Reader {
  /** Equal for readers who see the same. */
  view: string
  read: ReturnType<typeof entryReader>
}

/** @param ctx with the actor */
export const readerOf = (ctx: Ctx): Reader => ({ view: viewOf(ctx), read: entryReader(ctx) })

/** Serializes entries as Server-Sent Events. */
export class EventTexts {
  readonly #subjects: SubjectNames
  readonly #source: () => string

  /** @param source the URL of the service */
  constructor(ctx: Ctx, source: () => string) {
    this.#subjects = new SubjectNames(ctx)
    this.#source = source
  }

  /** Reads what their serialization needs. */
  async prepare(entries: readonly NumberedEntry[]): Promise<PreparedEvents> {
    const told = entries.filter(isTold)
    return new PreparedEvents(told, await this.#subjects.of(told), this.#source())
  }
}

/** Some entries, each serialized once for all readers who see the same. */
export class PreparedEvents {
  readonly #entries: readonly NumberedEntry[]
  readonly #subjects: readonly string[]
  readonly #source: string
  readonly #byView = new Map<string, (string | undefined)[]>()
  readonly #texts = new Map<string, Buffer>()

  constructor(entries: readonly NumberedEntry[], subjects: readonly string[], source: string) {
    this.#entries = entries
    this.#subjects = subjects
    this.#source = source
  }

  /** The events that the reader may read and has selected; empty if there are none. */
  textFor(reader: Reader, types: EventTypes): Buffer {
    const key = `${reader.view}\n${types.key}`
    let text = this.#texts.get(key)
    if (!text) {
      const events = this.#eventsFor(reader)
      const wanted = this.#entries.map(({ action }, index) => (types.has(action) ? events[index] : undefined))
      text = Buffer.from(wanted.join(''))
      this.#texts.set(key, text)
    }
    return text
  }

  /** Undefined for each event that the reader may not read. */
  #eventsFor({ view, read }: Reader): readonly (string | undefined)[] {
    let events = this.#byView.get(view)
    if (!events) {
      events = this.#entries.map(({ number, ...entry }, index) => {
        const data = read(entry)
        const subject = this.#subjects[index] as string
        return data && asEvent(cloudEventOf({ ...entry, number }, { source: this.#source, subject, data }))
      })
      this.#byView.set(view, events)
    }
    return events
  }
}

/** JSON contains no line break, which would end the field. */
const asEvent = (event: { id: string }): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`
