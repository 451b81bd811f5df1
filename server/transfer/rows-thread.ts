import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { hashInBatches } from '../credentials/hashing-batches.ts'
import { TransferError } from './error.ts'
import { type RawRow, readRecords } from './records.ts'
import { CHUNK_ROWS, type ReadRequest, type ThreadMessage } from './row-messages.ts'
import { readSource, readStream } from './source.ts'
import { readUserRow } from './user-rows.ts'

/** Bounds the size of a chunk, as a row may have a megabyte. */
const CHUNK_CHARACTERS = 4_000_000
/** Each plain-text password takes one hash; a stop must not wait for hundreds. */
const CHUNK_PASSWORDS = 64
/** Chunks read before the first request for more: about one transaction. */
const CHUNKS_AHEAD = 8

const port = parentPort as NonNullable<typeof parentPort>
const send = (message: ThreadMessage): void => port.postMessage(message)

async function main({ path, format, ignored }: ReadRequest): Promise<void> {
  const requests = on(port, 'message')
  const source = path === undefined ? readStream(process.stdin) : await readSource(path)
  const records = await readRecords(source.text, format)
  send({ format: records.format, heading: records.heading })
  const { value } = await requests.next()
  const done = (value as [number])[0]
  let ahead = 0
  for await (const chunk of chunks(records.rows, done)) {
    if (ahead === CHUNKS_AHEAD) await requests.next()
    else ahead += 1
    const rows = await hashInBatches(chunk, (row) => readUserRow(row, ignored))
    send({ rows, position: source.position() })
  }
  send({ digest: source.digest?.() })
}

/** @param done number of rows at the start to skip */
async function* chunks(rows: AsyncIterable<RawRow>, done: number): AsyncGenerator<RawRow[]> {
  let chunk: RawRow[] = []
  let [passwords, characters] = [0, 0]
  for await (const row of rows) {
    if (row.number <= done) continue
    chunk.push(row)
    if (row.fields.password) passwords += 1
    characters += lengthOf(row)
    if (chunk.length < CHUNK_ROWS && passwords < CHUNK_PASSWORDS && characters < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = []
    ;[passwords, characters] = [0, 0]
  }
  if (chunk.length > 0) yield chunk
}

const lengthOf = ({ raw }: RawRow): number =>
  typeof raw === 'string' ? raw.length : raw.reduce((sum, cell) => sum + cell.length, 0)

try {
  await main(workerData as ReadRequest)
} catch (error) {
  // Errors lose their class between threads.
  if (!(error instanceof TransferError)) throw error
  send({ fault: error.message })
} finally {
  port.close()
}
