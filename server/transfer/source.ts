import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { TransferError } from './error.ts'

/** What a file of rows is written in. */
export type Format = 'csv' | 'ndjson'

export interface Source {
  /** The text, some at a time. */
  text: AsyncIterable<string>
  /** Bytes that have been read of what there is. */
  position: () => number
}

const GZIP = Buffer.from([0x1f, 0x8b])

/** Reads a file, unpacking what gzip packed. @throws TransferError where it cannot be read */
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
  async function* counted() {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk as string)
      position += bytes.length
      yield bytes
    }
  }
  return { text: textOf(counted()), position: () => position }
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

/** Files of spreadsheets are often in other encodings, whose accents would be stored wrong without a word. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // It takes the mark at the beginning away as well.
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

/** What tells a file from another, whatever its name. @param asked what else is to make a difference */
export async function digestOf(path: string, asked: unknown): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.update(JSON.stringify(asked)).digest('hex')
}

const EXTENSIONS: readonly [RegExp, Format][] = [
  [/\.(csv|tsv)(\.gz)?$/i, 'csv'],
  [/\.(ndjson|jsonl)(\.gz)?$/i, 'ndjson'],
]

/** What its name says that a file is written in. */
export const formatOf = (name: string): Format | undefined =>
  EXTENSIONS.find(([extension]) => extension.test(name))?.[1]
