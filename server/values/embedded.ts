import type { Fields } from './fields.ts'

/** An embedded record or a list of them, which may appear in several places of a response. */
export class Embedded {
  readonly value: Fields | readonly (Fields | Embedded | Linked)[]

  constructor(value: Embedded['value']) {
    this.value = value
  }

  toJSON() {
    return this.value
  }
}

/** A record together with the attributes of the link to it. */
export class Linked {
  readonly record: Fields
  readonly pivot: Fields

  constructor(record: Fields, pivot: Fields) {
    this.record = record
    this.pivot = pivot
  }

  toJSON() {
    return { ...this.record, pivot: this.pivot }
  }
}
