import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { hashInBatches } from '../credentials/hashing-batches.ts'
import { TransferError } from './error.ts'
import { type RawRow, readRecords } from './records.ts'
import { type Asked, CHUNK_ROWS, type Said } from './row-messages.ts'
import { readSource, readStream } from './source.ts'
import { readUserRow } from './user-rows.ts'

/** Rows may be of a megabyte each. */
const CHUNK_CHARACTERS = 4_000_000
/** With a password in clear, each takes a hash to make: a stop shall not wait for hundreds. */
const CHUNK_PASSWORDS = 64
/** Chunks that are read before one is asked for: about what a transaction takes. */
const CHUNKS_AHEAD = 8

const port = parentPort as NonNullable<typeof parentPort>
const say = (said: Said): void => port.postMessage(said)

async function main({ path, format, ignored }: Asked): Promise<void> {
  const asked = on(port, 'message')
  const source = path === undefined ? readStream(process.stdin) : await readSource(path)
  const records = await readRecords(source.text, format)
  say({ format: records.format, heading: records.heading })
  const { value } = await asked.next()
  const done = (value as [number])[0]
  let ahead = 0
  for await (const chunk of chunks(records.rows, done)) {
    if (ahead === CHUNKS_AHEAD) await asked.next()
    else ahead += 1
    const rows = await hashInBatches(chunk, (row) => readUserRow(row, ignored))
    say({ rows, position: source.position() })
  }
  say('end')
}

/** @param done rows at the beginning that are passed over */
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
  await main(workerData as Asked)
} catch (error) {
  // An error loses its class on its way between threads.
  if (!(error instanceof TransferError)) throw error
  say({ fault: error.message })
} finally {
  port.close()
}
