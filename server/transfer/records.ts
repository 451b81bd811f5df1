import { parse } from 'csv-parse'
import secureJson from 'secure-json-parse'
import { type Fields, isFields } from '../values/fields.ts'
import { unguarded } from './cells.ts'
import { type Fault, TransferError } from './error.ts'
import type { Format } from './source.ts'

/** Which row it is of the file, and what was there. */
export interface Place {
  /** From 1; a heading is not counted. */
  number: number
  /** Its cells, or the text of its line. */
  raw: string[] | string
}

/** A row as it was in the file. */
export interface RawRow extends Place {
  fields: Fields
  /** Why it has no fields. */
  fault?: Fault
}

export interface Records {
  format: Format
  /** The names of the columns, where there are any. */
  heading?: string[]
  rows: AsyncIterable<RawRow>
}

/** A row is no longer: a quote that is left open would have the rest of the file for one cell. */
const MAX_ROW = 1024 * 1024

/** Finds out what the text is written in, and reads its rows one after the other. */
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

/** Spreadsheets of some countries separate by semicolons. The heading tells: names of columns hold none of these. */
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

/** Fed by hand: a pipe and its events would take as long as the parsing. */
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
  if (fault) throw new TransferError(complaint(fault))
}

const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: 'a row is longer than 1 MiB; is a quote left open?',
  CSV_INVALID_CLOSING_QUOTE: 'a quote is followed by what is neither a delimiter nor the end of the line',
  INVALID_OPENING_QUOTE: 'a quote is within a cell that did not begin with one',
}

/** csv-parse's own words may hold what is in the cell. */
function complaint(fault: Error): string {
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
    for (const [index, name] of names.entries()) fields[name] = unguarded(raw[index] as string)
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
    // What the parser says would quote the line.
  }
  return { fields: {}, fault: { field: '', code: 'malformed', message: 'The line is no JSON object.' } }
}
