import { Linked, ReadRecord } from '../../values/read-record.ts'

/** The text of a response with records: their own texts, joined. */
export function textOf(answer: object): string {
  let text = ''
  for (const piece of piecesOf(answer)) text += piece
  return text
}

/** Characters per slice: it takes a millisecond or two. */
const SLICE_LENGTH = 128_000

/**
 * The text of a large response, in slices.
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
  const stack: Iterator<Piece>[] = [piecesOfObject(answer, LEVELS)]
  for (;;) {
    const { value, done } = stack.at(-1)?.next() ?? {}
    if (typeof value === 'string') yield value
    else if (!done && value) stack.push(value)
    else if (stack.pop() === undefined || stack.length === 0) return
  }
}

/** The levels above the records: envelope, `data` and page. */
const LEVELS = 3

/** Yields entry by entry, down to this many levels. */
function* piecesOfObject(object: object, levels: number): Generator<Piece> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield pieceOf(value, levels - 1)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function pieceOf(value: unknown, levels: number): Piece {
  if (value instanceof ReadRecord) return pieceOfRecord(value, '}')
  if (value instanceof Linked) return pieceOfRecord(value.record, `,"pivot":${value.pivot}}`)
  if (Array.isArray(value)) return isSmall(value) ? JSON.stringify(value) : piecesOfList(value)
  if (typeof value === 'object' && value !== null && levels > 0) return piecesOfObject(value, levels)
  return JSON.stringify(value)
}

/** Whether a list contains no records, and is serialized at once. */
const isSmall = (list: readonly unknown[]): boolean => {
  const [first] = list
  const hasRecords = first instanceof ReadRecord || first instanceof Linked
  return typeof first !== 'object' || (list.length < SMALL_LIST && !hasRecords)
}

const SMALL_LIST = 50

function* piecesOfList(items: readonly unknown[]): Generator<Piece> {
  let before = '['
  for (const item of items) {
    const piece = pieceOf(item, 0)
    if (typeof piece === 'string') yield before + piece
    else {
      yield before
      yield piece
    }
    before = ','
  }
  yield ']'
}

function pieceOfRecord(record: ReadRecord, end: string): Piece {
  for (const _ in record.added) return piecesOfAdded(record, end)
  return record.text + end
}

function* piecesOfAdded({ text, added }: ReadRecord, end: string): Generator<Piece> {
  yield text
  for (const [name, value] of Object.entries(added)) {
    if (value === undefined) continue
    yield `,${JSON.stringify(name)}:`
    yield pieceOf(value, 0)
  }
  yield end
}
