import type { Format } from './source.ts'
import type { ReadRow } from './user-rows.ts'

/** Rows per chunk. A chunk has fewer if its rows are slow or long, and at the end. */
export const CHUNK_ROWS = 500

/** The input of the thread that reads rows (`rows-thread.ts`). */
export interface ReadRequest {
  /** Undefined: reads the thread's standard input. */
  path: string | undefined
  /** Undefined: detected from the text. */
  format: Format | undefined
  ignored: ReadonlySet<string>
}

/** The messages of the thread: first the format, then chunks of rows, then the end or a fault. */
export type ThreadMessage = Opened | Chunk | { fault: string } | End

/** Everything was read. */
export interface End {
  /** SHA-256 of the standard input. */
  digest: string | undefined
}

export interface Opened {
  format: Format
  /** The names of the columns, if the format has any. */
  heading: string[] | undefined
}

export interface Chunk {
  rows: ReadRow[]
  /** Bytes read from the source. */
  position: number
}
