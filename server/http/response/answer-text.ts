import { type Fields, isFields } from '../../values/fields.ts'

/** A list of embedded records, or one of them: it may stand in several places of an answer. */
export class Embedded {
  readonly value: Fields | readonly (Fields | Embedded | Linked)[]

  constructor(value: Embedded['value']) {
    this.value = value
  }

  toJSON() {
    return this.value
  }
}

/** A record as it is read through a link. */
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

/** A slice: as much text as takes a millisecond or two. */
const SLICE_LENGTH = 128_000

/**
 * The text of a large answer, part by part.
 * @param next gives others a turn between @param limit bytes that it may have at most, and what is thrown where it has more
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

/** Text, or what gives more of it. */
type Piece = string | Iterator<Piece>

/** Trees may be deep: what is under way is kept in a list, not on the stack. */
function* piecesOf(answer: object): Generator<string> {
  const underWay: Iterator<Piece>[] = [new Pieces().ofObject(answer, LEVELS)]
  for (;;) {
    const { value, done } = underWay.at(-1)?.next() ?? {}
    if (typeof value === 'string') yield value
    else if (!done && value) underWay.push(value)
    else if (underWay.pop() === undefined || underWay.length === 0) return
  }
}

/** Below the envelope, `data` and a page there are records. */
const LEVELS = 3

/** A record's own text, which is made once, and the names under which it embeds others. */
interface Head {
  text: string
  embeds: readonly string[]
}

class Pieces {
  readonly #heads = new Map<Fields, Head>();

  /** Entry by entry, to so many levels below. */
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

  /** Of a record that may stand in several places. */
  #sharedHead(record: Fields): Head {
    const head = this.#heads.get(record) ?? headOf(record)
    this.#heads.set(record, head)
    return head
  }
}

function headOf(record: Fields): Head {
  const embeds = Object.keys(record).filter((name) => record[name] instanceof Embedded)
  const embedded = embeds.map((name) => record[name])
  // Taken out for as long as the text is made: to copy fifty fields takes as long as that.
  for (const name of embeds) record[name] = undefined
  const text = JSON.stringify(record).slice(0, -1)
  for (const [index, name] of embeds.entries()) record[name] = embedded[index]
  return { text, embeds }
}
