import type { Format } from './source.ts'
import type { ReadRow } from './user-rows.ts'

/** Rows of a chunk. Fewer come where they took long, where they are long, and at the end. */
export const CHUNK_ROWS = 500

/** What the thread that reads rows (`rows-thread.ts`) is given. */
export interface Asked {
  /** Undefined for what comes on the thread's standard input. */
  path: string | undefined
  /** Undefined where the text itself is to tell. */
  format: Format | undefined
  ignored: ReadonlySet<string>
}

/** What it says: first how the file is written, then its rows, and at last how it ended. */
export type Said = Opened | Chunk | { fault: string } | 'end'

export interface Opened {
  format: Format
  /** The names of the columns, where there are any. */
  heading: string[] | undefined
}

export interface Chunk {
  rows: ReadRow[]
  /** Bytes of the source that are read. */
  position: number
}
