import { JoinedRecords, Linked, ReadRecord } from '../../values/read-record.ts'

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
  const stack: Iterator<Piece>[] = [[pieceOf(answer, LEVELS)].values()]
  for (;;) {
    const { value, done } = stack.at(-1)?.next() ?? {}
    if (typeof value === 'string') yield value
    else if (!done && value) stack.push(value)
    else if (stack.pop() === undefined || stack.length === 0) return
  }
}

/** The levels above the records: envelope, `data` and page. */
const LEVELS = 3

function pieceOf(value: unknown, levels: number): Piece {
  if (value instanceof ReadRecord) return pieceOfFields(value.text, value.added, ',', '}', 0)
  if (value instanceof Linked) {
    const { record, pivot } = value
    return pieceOfFields(record.text, record.added, ',', `,"pivot":${pivot}}`, 0)
  }
  if (value instanceof JoinedRecords) return value.text
  if (Array.isArray(value)) return isSmall(value) ? JSON.stringify(value) : piecesOfList(value)
  if (typeof value === 'object' && value !== null && levels > 0)
    return pieceOfFields('{', value, '', '}', levels - 1)
  return JSON.stringify(value)
}

/** Appends fields to the beginning of an object. Only lists are iterators: an object without a long list is a text. */
function pieceOfFields(start: string, fields: object, first: string, end: string, levels: number): Piece {
  const pieces: Piece[] = []
  let text = start
  let before = first
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${before}${JSON.stringify(name)}:`
    before = ','
    const piece = pieceOf(value, levels)
    if (typeof piece === 'string') text += piece
    else {
      pieces.push(text, piece)
      text = ''
    }
  }
  text += end
  return pieces.length === 0 ? text : [...pieces, text].values()
}

/** Whether a list contains no records, and is serialized at once. */
const isSmall = (list: readonly unknown[]): boolean => {
  const [first] = list
  const hasRecords = first instanceof ReadRecord || first instanceof Linked
  return typeof first !== 'object' || (list.length < SMALL_LIST && !hasRecords)
}

const SMALL_LIST = 50

function* piecesOfList(items: readonly unknown[]): Generator<Piece> {
  let text = ''
  let before = '['
  for (const item of items) {
    text += before
    before = ','
    const piece = pieceOf(item, 0)
    if (typeof piece === 'string') text += piece
    else {
      yield text
      yield piece
      text = ''
    }
    if (text.length >= SLICE_LENGTH) {
      yield text
      text = ''
    }
  }
  yield `${text}]`
}
