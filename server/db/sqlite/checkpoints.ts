import type { Piscina } from 'piscina'
import type { PreparingDatabase } from './database.ts'
import { type Journal, REST_PAGES } from './journal.ts'
import { threadPool } from './thread-pool.ts'

/** So long becomes the write-ahead log, in pages, before it is brought into the file: 16 MB. */
const MOST_PAGES = 4000
/** What somebody still reads without stays in the log. It is tried again when that has grown by so many pages. */
const AGAIN = { byThread: 1000, here: 100 }

const STATE = 'pragma wal_checkpoint(noop)'
const CHECKPOINT = 'pragma wal_checkpoint(passive)'

/**
 * Brings what was written from the write-ahead log into the file, on a thread of its own. SQLite by itself does so in
 * the commit that fills a thousand pages, which then waits for the disk twice more, and the event loop with it
 * (measured: up to half a second).
 */
export class Checkpoints {
  readonly #file: string
  readonly #writer: PreparingDatabase
  #pool: Promise<Piscina<void, void>> | undefined
  #isRunning = false
  #hasFailed = false
  /** How long the log was when it was last tried. */
  #tried = 0

  /** @param writer does none by itself from here on */
  constructor(file: string, writer: PreparingDatabase) {
    this.#file = file
    this.#writer = writer
    writer.prepare('pragma wal_autocheckpoint = 0').all([])
  }

  /** To be called after each commit, while no other has begun. Takes some microseconds. */
  afterCommit(): void {
    if (this.#isRunning) return
    try {
      this.#attend()
    } catch {
      // As SQLite has it: what is committed is in the log, and a disk that is full or broken fails the next write.
    }
  }

  #attend(): void {
    const { log, checkpointed } = this.#ask(STATE)
    // It has begun anew.
    if (log < this.#tried) this.#tried = 0
    if (log < MOST_PAGES) return
    const grown = log - this.#tried
    const isForThread = log - checkpointed > REST_PAGES && !this.#hasFailed
    if (grown < (isForThread ? AGAIN.byThread : AGAIN.here)) return
    this.#tried = log
    if (isForThread) this.#start()
    else {
      // Only where all of it is in the file does it begin anew, and writes went on beside the thread.
      this.#ask(CHECKPOINT)
      this.#hasFailed = false
    }
  }

  #start(): void {
    this.#isRunning = true
    this.#pool ??= threadPool('./checkpoint-thread.ts', { file: this.#file, threads: 1 })
    this.#pool
      .then((pool) => pool.run())
      .catch(() => {
        this.#hasFailed = true
      })
      .finally(() => {
        this.#isRunning = false
      })
  }

  #ask(sql: typeof STATE | typeof CHECKPOINT): Journal {
    return this.#writer.prepare(sql).all([])[0] as unknown as Journal
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined)
    await pool?.destroy()
  }
}
