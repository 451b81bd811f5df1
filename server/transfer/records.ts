import { parse } from 'csv-parse'
import secureJson from 'secure-json-parse'
import { type Fields, isFields } from '../values/fields.ts'
import { unescapeFormula } from './cells.ts'
import { type RowFault, TransferError } from './error.ts'
import type { Format } from './source.ts'

/** The position of a row in the file, and its original text. */
export interface RowPosition {
  /** From 1, without the heading. */
  number: number
  /** The cells, or the text of the line. */
  raw: string[] | string
}

/** A row as read from the file. */
export interface RawRow extends RowPosition {
  fields: Fields
  /** Why the row could not be parsed. */
  fault?: RowFault
}

export interface Records {
  format: Format
  /** The names of the columns, if the format has any. */
  heading?: string[]
  rows: AsyncIterable<RawRow>
}

/** Characters per row. Without a limit, an unclosed quote would turn the rest of the file into one cell. */
const MAX_ROW = 1024 * 1024

/** Detects the format of the text unless given, and reads its rows. */
export async function readRecords(text: AsyncIterable<string>, format?: Format): Promise<Records> {
  const chunks = text[Symbol.asyncIterator]()
  let start = ''
  while (!start.trimStart().includes('\n') && start.length < MAX_ROW) {
    const { done, value } = await chunks.next()
    if (done) break
    start += value
  }
  const all = async function* () {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const found = format ?? (/^\s*\{/.test(start) ? 'ndjson' : 'csv')
  return found === 'csv' ? readCsv(all(), delimiterOf(start)) : { format: found, rows: readLines(all()) }
}

/** Detects the delimiter from the heading: spreadsheets of some countries use semicolons. Column names contain none of these. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r?\n/, 1)
  const count = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

async function readCsv(text: AsyncIterable<string>, delimiter: string): Promise<Records> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  })
  const cells = parsed(text, parser)
  const { value: heading, done } = await cells.next()
  if (done) return { format: 'csv', rows: readLines(text) }
  const names = heading.map((name) => name.trim())
  return { format: 'csv', heading: names, rows: rowsOf(names, cells) }
}

/** Writes to the parser directly: a pipe and its events would take as long as the parsing. */
async function* parsed(
  text: AsyncIterable<string>,
  parser: ReturnType<typeof parse>,
): AsyncGenerator<string[]> {
  let ready: string[][] = []
  let fault: Error | undefined
  parser.on('data', (cells: string[]) => ready.push(cells)).on('error', (error) => (fault = error))
  const take = function* () {
    const taken = ready
    ready = []
    yield* taken
  }
  for await (const chunk of text) {
    await new Promise<void>((written) => parser.write(chunk, () => written()))
    yield* take()
    if (fault) break
  }
  if (!fault)
    await new Promise<void>((ended) => parser.once('error', () => ended()).end(() => setImmediate(ended)))
  yield* take()
  if (fault) throw new TransferError(parseFaultMessage(fault))
}

const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: 'a row is longer than 1 MiB; is a quote left open?',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is followed by what is neither a delimiter nor the end of the line',
  INVALID_OPENING_QUOTE: 'a quote is within a cell that did not begin with one',
}

/** The messages of csv-parse are not used, as they may quote a cell. */
function parseFaultMessage(fault: Error): string {
  const { code = '', lines } = fault as { code?: string; lines?: number }
  return `The file cannot be read on at line ${lines ?? '?'}: ${FAULTS[code] ?? 'it is no proper CSV'}.`
}

async function* rowsOf(names: string[], cells: AsyncIterable<string[]>): AsyncGenerator<RawRow> {
  let number = 0
  for await (const raw of cells) {
    number += 1
    if (raw.length !== names.length) {
      const message = `The row has ${raw.length} cells, and the heading ${names.length}.`
      yield { number, raw, fields: {}, fault: { field: '', code: 'malformed', message } }
      continue
    }
    const fields: Fields = {}
    for (const [index, name] of names.entries()) fields[name] = unescapeFormula(raw[index] as string)
    yield { number, raw, fields }
  }
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let number = 0
  let rest = ''
  const read = (line: string): RawRow | undefined => {
    if (line.trim() === '') return undefined
    number += 1
    return { number, raw: line, ...fieldsOf(line) }
  }
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() as string
    if (rest.length > MAX_ROW) throw new TransferError(`The row after row ${number} is longer than 1 MiB.`)
    for (const line of lines) {
      const row = read(line)
      if (row) yield row
    }
  }
  const last = read(rest)
  if (last) yield last
}

export function fieldsOf(line: string): Pick<RawRow, 'fields' | 'fault'> {
  try {
    const fields: unknown = secureJson.parse(line)
    if (isFields(fields)) return { fields }
  } catch {
    // The parser's message would quote the line.
  }
  return { fields: {}, fault: { field: '', code: 'malformed', message: 'The line is no JSON object.' } }
}
