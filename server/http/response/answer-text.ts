import { Embedded, Linked } from '../../values/embedded.ts'
import { type Fields, isFields } from '../../values/fields.ts'

/** Characters per slice: it takes a millisecond or two. */
const SLICE_LENGTH = 128_000

/**
 * Serializes a large response in slices.
 * @param next yields to other requests between slices @param limit the most bytes, and the error to throw beyond them
 */
export async function textInSlices(
  answer: object,
  next: () => Promise<void>,
  limit?: { bytes: number; tooLong: () => Error },
): Promise<Buffer[]> {
  const slices: Buffer[] = []
  let text = ''
  let bytes = 0
  const cut = () => {
    const slice = Buffer.from(text)
    bytes += slice.length
    if (limit && bytes > limit.bytes) throw limit.tooLong()
    slices.push(slice)
    text = ''
  }
  for (const piece of piecesOf(answer)) {
    text += piece
    if (text.length < SLICE_LENGTH) continue
    cut()
    await next()
  }
  cut()
  return slices
}

/** Text, or an iterator of more pieces. */
type Piece = string | Iterator<Piece>

/** Uses a list instead of the call stack, since trees may be deep. */
function* piecesOf(answer: object): Generator<string> {
  const stack: Iterator<Piece>[] = [new Pieces().ofObject(answer, LEVELS)]
  for (;;) {
    const { value, done } = stack.at(-1)?.next() ?? {}
    if (typeof value === 'string') yield value
    else if (!done && value) stack.push(value)
    else if (stack.pop() === undefined || stack.length === 0) return
  }
}

/** The levels above the records: envelope, `data` and page. */
const LEVELS = 3

/** A record's own JSON, serialized once, and the names of its embedded records. */
interface Head {
  text: string
  embeds: readonly string[]
}

class Pieces {
  readonly #heads = new Map<Fields, Head>();

  /** Yields entry by entry, down to this many levels. */
  *ofObject(object: object, levels: number): Generator<Piece> {
    let before = '{'
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield this.#ofValue(value, levels - 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }

  #ofValue(value: unknown, levels: number): Piece {
    if (value instanceof Embedded) return this.#ofEmbedded(value)
    if (Array.isArray(value))
      return typeof value[0] === 'object' ? this.#ofList(value) : JSON.stringify(value)
    if (typeof value === 'object' && value !== null && levels > 0) return this.ofObject(value, levels)
    return JSON.stringify(value)
  }

  #ofEmbedded({ value }: Embedded): Piece {
    if (!isFields(value)) return this.#ofList(value)
    return this.#ofRecord(value, this.#sharedHead(value))
  }

  *#ofList(items: readonly unknown[]): Generator<Piece> {
    let before = '['
    for (const item of items) {
      yield before
      yield this.#ofItem(item)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  }

  #ofItem(item: unknown): Piece {
    if (item instanceof Embedded) return this.#ofEmbedded(item)
    if (item instanceof Linked) {
      const end = `,"pivot":${JSON.stringify(item.pivot)}`
      return this.#ofRecord(item.record, this.#sharedHead(item.record), end)
    }
    return isFields(item) ? this.#ofRecord(item, headOf(item)) : JSON.stringify(item)
  }

  #ofRecord(record: Fields, head: Head, end = ''): Piece {
    return head.embeds.length === 0 ? `${head.text}${end}}` : this.#withEmbedded(record, head, end)
  }

  *#withEmbedded(record: Fields, { text, embeds }: Head, end: string): Generator<Piece> {
    yield text
    for (const name of embeds) {
      yield `,${JSON.stringify(name)}:`
      yield this.#ofEmbedded(record[name] as Embedded)
    }
    yield `${end}}`
  }

  /** The head of a record that may appear in several places. */
  #sharedHead(record: Fields): Head {
    const head = this.#heads.get(record) ?? headOf(record)
    this.#heads.set(record, head)
    return head
  }
}

function headOf(record: Fields): Head {
  const embeds = Object.keys(record).filter((name) => record[name] instanceof Embedded)
  const embedded = embeds.map((name) => record[name])
  // Remove them temporarily instead of copying the record: copying fifty fields takes as long as serializing them.
  for (const name of embeds) record[name] = undefined
  const text = JSON.stringify(record).slice(0, -1)
  for (const [index, name] of embeds.entries()) record[name] = embedded[index]
  return { text, embeds }
}
