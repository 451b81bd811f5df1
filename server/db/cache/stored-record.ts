type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** The object and its `row`, with their texts. */
const ROW_BYTES = 600

/** A stored record as responses contain it: serialized once, however often it is sent. */
export class StoredRecord {
  /** Its id, and the columns that the service itself needs. */
  readonly row: Row
  /** Its columns as JSON, without the closing brace. */
  readonly text: string
  readonly #contact: readonly string[]
  #masked: string | undefined

  /** @param columns the columns that responses contain @param contact those of them that are contact details */
  constructor(row: Row, columns: Record<string, unknown>, contact: readonly string[] = []) {
    this.row = row
    this.text = open(columns)
    this.#contact = contact
  }

  /** The text without contact details. */
  get masked(): string {
    if (this.#contact.length === 0) return this.text
    this.#masked ??= this.#mask()
    return this.#masked
  }

  #mask(): string {
    const columns = JSON.parse(`${this.text}}`)
    for (const name of this.#contact) delete columns[name]
    return open(columns)
  }

  /** Its memory, with both texts. */
  get bytes(): number {
    return ROW_BYTES + (this.#contact.length === 0 ? 1 : 2) * bytesOf(this.text)
  }
}

const open = (columns: Record<string, unknown>): string => JSON.stringify(columns).slice(0, -1)

/** V8 needs two bytes for each character if one of them is beyond Latin-1. */
export const bytesOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length
