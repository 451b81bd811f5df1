import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { TransferError } from './error.ts'

export type Format = 'csv' | 'ndjson'

export interface Source {
  /** The text in chunks. */
  text: AsyncIterable<string>
  /** Bytes read so far. */
  position: () => number
  /** SHA-256 of what was read; absent for files, whose digest is taken before. */
  digest?: () => string
}

const GZIP = Buffer.from([0x1f, 0x8b])

/** Reads a file, decompressing gzip. @throws TransferError if it is not UTF-8 */
export async function readSource(path: string): Promise<Source> {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  const isPacked = await beginsWith(path, GZIP)
  return {
    text: textOf(isPacked ? stream.compose(createGunzip()) : stream),
    position: () => stream.bytesRead,
  }
}

export function readStream(input: NodeJS.ReadableStream): Source {
  let position = 0
  const hash = createHash('sha256')
  async function* counted() {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk as string)
      position += bytes.length
      hash.update(bytes)
      yield bytes
    }
  }
  return { text: textOf(counted()), position: () => position, digest: () => hash.digest('hex') }
}

async function beginsWith(path: string, bytes: Buffer): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
    return buffer.equals(bytes)
  } finally {
    await handle.close()
  }
}

/** Refuses other encodings, which spreadsheets often use: their accents would silently be stored wrong. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // The decoder also removes a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) yield decoded(decoder, chunk)
  yield decoded(decoder)
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new TransferError(
      'The file is not UTF-8. Save it as that, or convert it: iconv -f latin1 -t utf-8.',
    )
  }
}

/** Digests of a file: SHA-256 of its bytes, and one that also identifies the import. @param options part of the second one */
export async function digestsOf(path: string, options: unknown): Promise<{ file: string; run: string }> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  const file = hash.copy().digest('hex')
  return { file, run: hash.update(JSON.stringify(options)).digest('hex') }
}

const EXTENSIONS: readonly [RegExp, Format][] = [
  [/\.(csv|tsv)(\.gz)?$/i, 'csv'],
  [/\.(ndjson|jsonl)(\.gz)?$/i, 'ndjson'],
]

/** The format by the file's extension. */
export const formatOf = (name: string): Format | undefined =>
  EXTENSIONS.find(([extension]) => extension.test(name))?.[1]
