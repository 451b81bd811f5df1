import { RolecallNetworkError } from '@rolecall/client'
import { readFile } from '../api/session.ts'
import type { Entry } from '../features/entries/entry.ts'
import type { PageOfEntries } from '../features/entries/usePagedEntries.ts'
import { MARK, writeCsv } from '../features/export/csv.ts'

export type Format = 'csv' | 'jsonl'

interface Options {
  format: Format
  signal: AbortSignal
  /** Receives the number of entries so far. */
  onProgress: (count: number) => void
}

const TYPES = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl;charset=utf-8' } as const

/** All entries that the caller may read, oldest first, as the service writes them. @throws if the service refuses, or no longer answers */
export async function exportAll({ format, signal, onProgress }: Options): Promise<Blob> {
  const parts: BlobPart[] = format === 'csv' ? [MARK] : []
  let count = 0
  let after = 0
  for (;;) {
    const before = after
    try {
      for await (const rows of completeRows(await beginExport(format, after, signal), format)) {
        parts.push(rows.text)
        count += rows.count
        after = rows.last ?? after
        onProgress(count)
      }
      return new Blob(parts, { type: TYPES[format] })
    } catch (error) {
      // A request takes 30 seconds at most, and connections break: the next one continues, unless there was nothing new.
      if (signal.aborted || after === before) throw error
    }
  }
}

async function beginExport(format: Format, after: number, signal: AbortSignal) {
  let response: Response
  try {
    response = await readFile(`api/audit/export?format=${format}&after=${after}`, signal)
  } catch (cause) {
    throw unreached(cause)
  }
  if (response.ok && response.body) return response.body
  const body = (await response.json().catch(() => ({}))) as { errors?: string[] }
  throw Object.assign(new Error('The service refused the export.'), {
    status: response.status,
    ...(body.errors && { errors: body.errors }),
    requestId: response.headers.get('x-request-id') ?? undefined,
  })
}

const unreached = (cause: unknown) =>
  new RolecallNetworkError('The service could not be reached.', { isTimeout: false, cause })

interface Rows {
  text: string
  count: number
  /** The number of the last entry; undefined if there is only the row of names. */
  last: number | undefined
}

/** The rows of an export without incomplete ones, which the next request begins with. */
async function* completeRows(body: ReadableStream<Uint8Array>, format: Format): AsyncGenerator<Rows> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw unreached(cause)
    })
    // A row without its end: the connection broke.
    if (done && rest !== '') throw unreached(undefined)
    if (done) return
    rest += decoder.decode(value, { stream: true })
    const { end, lastStart, count } = rowsIn(rest, format)
    if (end === 0) continue
    const [, number] = /^(?:\{"number":)?(\d+)/.exec(rest.slice(lastStart, lastStart + 40)) ?? []
    yield { text: rest.slice(0, end), count, last: number === undefined ? undefined : Number(number) }
    rest = rest.slice(end)
  }
}

/** Where the last complete row begins and ends. Cells of CSV may contain line breaks, between quotes. */
function rowsIn(text: string, format: Format) {
  let end = 0
  let lastStart = 0
  let count = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"' && format === 'csv') isQuoted = !isQuoted
    else if (character === '\n' && !isQuoted) {
      // The row of names has no number.
      if (!text.startsWith('number,', end)) count += 1
      lastStart = end
      end = at + 1
    }
  }
  return { end, lastStart, count }
}

/** Entries of a page of the list. */
const A_PAGE = 1000

type ReadPage = (page: PageOfEntries, signal: AbortSignal) => Promise<{ list: { data: Entry[] } }>

/** The entries that match the page's filters, newest first: the service's own export takes no filters. */
export async function exportMatching(readPage: ReadPage, options: Options): Promise<Blob> {
  const { format, signal, onProgress } = options
  if (format === 'csv') return writeCsv(matching(readPage, signal), COLUMNS, onProgress)
  const parts: string[] = []
  for await (const entry of matching(readPage, signal)) {
    parts.push(`${JSON.stringify(entry)}\n`)
    if (parts.length % A_PAGE === 0) onProgress(parts.length)
  }
  return new Blob(parts, { type: TYPES.jsonl })
}

async function* matching(readPage: ReadPage, signal: AbortSignal): AsyncGenerator<Entry> {
  for (let before: number | undefined; ; ) {
    const page = { per_page: A_PAGE, ...(before !== undefined && { before }) }
    const { data } = (await readPage(page, signal)).list
    yield* data
    if (data.length < A_PAGE) return
    before = data.at(-1)?.id
  }
}

/** As in the service's export, without the number. */
const FIELDS = [
  ...(['id', 'uuid', 'at', 'action', 'outcome', 'subject_type', 'subject_id', 'subject_name'] as const),
  ...(['other_type', 'other_id', 'other_name', 'changes', 'counts', 'actor_id', 'actor_name'] as const),
  ...(['token_id', 'token_name', 'token_maker_id', 'token_maker_name', 'via', 'ip', 'user_agent'] as const),
  ...(['request_id', 'batch', 'reason'] as const),
] satisfies (keyof Entry)[]

const COLUMNS = FIELDS.map((id) => ({
  id,
  text: (entry: Entry) => {
    const value = entry[id]
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  },
}))
