/** The most bytes of a file. */
const MAX_BYTES = 10_000_000
/** The most rows below the header. */
const MAX_ROWS = 20_000

export type Delimiter = ',' | ';' | '\t'

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** A text as it came, from a file or pasted. */
export interface Source {
  /** Undefined for pasted text. */
  name: string | undefined
  text: string
  encoding: string | undefined
}

export interface FileRow {
  /** Its first line in the file, from 1. */
  line: number
  cells: string[]
}

export interface Table {
  header: string[]
  rows: FileRow[]
}

/** Why a file cannot be read: a message key below `users.import.unreadable`. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: 'too_large' | 'too_many' | 'empty' | 'no_rows' | 'quote' | 'binary'

  constructor(reason: UnreadableFile['reason']) {
    super(reason)
    this.reason = reason
  }
}

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** By its mark, by the zeros of UTF-16, or else by whether it is valid UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  const [, marked] = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  if (marked !== undefined) return marked
  const beginning = bytes.subarray(0, 1000)
  const zeros = (odd: number) =>
    beginning.reduce((count, byte, index) => count + (byte === 0 && index % 2 === odd ? 1 : 0), 0)
  if (zeros(1) > beginning.length / 4) return 'utf-16le'
  if (zeros(0) > beginning.length / 4) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** @throws UnreadableFile */
export async function readFile(file: File): Promise<Source> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  return { name: file.name, text: new TextDecoder(encoding).decode(bytes), encoding }
}

/** What Excel writes into the first line of some files: `sep=;`. */
const SEPARATOR_LINE = /^sep=([,;\t])\r?\n/i

/** The separator that the first line has most often, outside quotes. */
export function delimiterOf(text: string): Delimiter {
  const [, told] = SEPARATOR_LINE.exec(text) ?? []
  if (told !== undefined) return told as Delimiter
  const [line = ''] = text
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const countOf = (delimiter: Delimiter) => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best))
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const lineBreaksIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

type Parse = typeof import('csv-parse/browser/esm/sync').parse

/** @throws UnreadableFile */
export function tableOf({ text }: Source, delimiter: Delimiter, parse: Parse): Table {
  if (text.length > MAX_BYTES) throw new UnreadableFile('too_large')
  if (text.includes('\0')) throw new UnreadableFile('binary')
  const [told = ''] = SEPARATOR_LINE.exec(text) ?? []
  let line = told === '' ? 1 : 2
  const rows: FileRow[] = []
  for (const cells of parseRecords(text.slice(told.length), delimiter, parse)) {
    if (!isBlank(cells)) rows.push({ line, cells })
    line += 1 + lineBreaksIn(cells)
  }
  const [first, ...others] = rows
  if (!first) throw new UnreadableFile('empty')
  if (others.length === 0) throw new UnreadableFile('no_rows')
  if (others.length > MAX_ROWS) throw new UnreadableFile('too_many')
  const header = first.cells.map((cell) => cell.trim())
  while (header.at(-1) === '') header.pop()
  return { header, rows: others }
}

function parseRecords(text: string, delimiter: Delimiter, parse: Parse): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1_000_000,
    }) as string[][]
  } catch {
    // The other faults that the parser knows are allowed by the options.
    throw new UnreadableFile('quote')
  }
}
