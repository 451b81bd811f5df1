import type { Ctx } from '../access/context.ts'
import type { Positions } from '../db/positions.ts'
import type { PositionedEntry } from '../db/queries/numbered-entries.ts'
import type { EntryReader } from './read-entries.ts'
import { SubjectNames } from './subject-names.ts'

/** An entry of the audit trail as other programs receive it: CloudEvents 1.0, with the extension `sequence`. */
export interface CloudEvent {
  specversion: '1.0'
  id: string
  source: string
  type: string
  /** `users/<uuid>` */
  subject: string
  time: string
  datacontenttype: 'application/json'
  /** Its number, padded with zeros: the extension requires that texts compare as numbers do. */
  sequence: string
  /** The entry, as the reader may see it. A read with `X-At-Least: <position>` sees what the entry says. */
  data: { position: string }
}

/** Digits of the largest number that JSON holds exactly. */
const DIGITS = 16

/** The event of an entry for a reader; undefined if they may not read the entry. */
export type EntryEvent = (read: EntryReader) => CloudEvent | undefined

export interface EventOptions {
  /** The URL of the service: `source` of events. */
  source: () => string
  positions: Pick<Positions, 'texts'>
}

/** Makes the events of streams and webhooks. */
export class CloudEvents {
  readonly #subjects: SubjectNames
  readonly #options: EventOptions

  constructor(ctx: Pick<Ctx, 'db' | 'registry'>, options: EventOptions) {
    this.#subjects = new SubjectNames(ctx)
    this.#options = options
  }

  /** Reads by few statements what {@link of} then needs for each of these entries. */
  async readAhead(entries: readonly PositionedEntry[]): Promise<void> {
    await this.#subjects.of(entries)
  }

  /** Reads once for all readers what the events of these entries need. @returns the events, in the order of the entries */
  async of(entries: readonly PositionedEntry[]): Promise<EntryEvent[]> {
    const subjects = await this.#subjects.of(entries)
    const positionText = await this.#options.positions.texts()
    const source = this.#options.source()
    return entries.map(
      ({ number, position, ...entry }, index): EntryEvent =>
        (read) => {
          const data = read(entry)
          return (
            data && {
              specversion: '1.0',
              id: entry.uuid,
              source,
              type: entry.action,
              subject: subjects[index] as string,
              time: entry.at,
              datacontenttype: 'application/json',
              sequence: String(number).padStart(DIGITS, '0'),
              data: { ...data, position: positionText(position) },
            }
          )
        },
    )
  }
}
