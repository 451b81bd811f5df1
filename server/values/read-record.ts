import type { StoredRecord } from '../db/cache/stored-record.ts'
import type { Fields } from './fields.ts'

/** A record of a response: a stored record, and what is added to it. It may appear in several places. */
export class ReadRecord {
  readonly row: StoredRecord['row']
  /** Its own columns as JSON, without the closing brace. */
  readonly text: string
  /** Counts, references and included records, by name. */
  readonly added: Fields = {}

  constructor(row: StoredRecord['row'], text: string) {
    this.row = row
    this.text = text
  }

  get id(): number {
    return this.row.id
  }

  /** The record with more fields, none of which it has. */
  with(fields: Fields): ReadRecord {
    const record = new ReadRecord(this.row, this.text)
    Object.assign(record.added, this.added, fields)
    return record
  }

  /** All its fields. Parses the text: responses use the text itself, see http/response/answer-text.ts. */
  toJSON(): Fields {
    return { ...JSON.parse(`${this.text}}`), ...this.added }
  }
}

/** A record together with the attributes of the link to it. */
export class Linked {
  readonly record: ReadRecord
  /** The attributes as JSON. */
  readonly pivot: string

  constructor(record: ReadRecord, pivot: string) {
    this.record = record
    this.pivot = pivot
  }

  toJSON(): Fields {
    return { ...this.record.toJSON(), pivot: JSON.parse(this.pivot) }
  }
}

/** A record of a list: in that of a relation by links, with its link. */
export type Listed = ReadRecord | Linked

/** The records of a page as one text. */
export class JoinedRecords {
  readonly text: string
  readonly length: number

  constructor(text: string, length: number) {
    this.text = text
    this.length = length
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

export const recordOf = (listed: Listed): ReadRecord => (listed instanceof Linked ? listed.record : listed)
