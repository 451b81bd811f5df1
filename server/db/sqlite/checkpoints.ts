import type { Piscina } from 'piscina'
import type { PreparingDatabase } from './database.ts'
import { threadPool } from './thread-pool.ts'
import { INLINE_CHECKPOINT_PAGES, type WalState } from './wal-state.ts'

/** The length of the write-ahead log, in pages, from which it is checkpointed: 16 MB. */
const CHECKPOINT_PAGES = 4000
/** Pages newer than a reader's snapshot stay in the log. The checkpoint is retried when the log has grown by this many. */
const RETRY_PAGES = { byThread: 1000, here: 100 }

const STATE = 'pragma wal_checkpoint(noop)'
const CHECKPOINT = 'pragma wal_checkpoint(passive)'

/**
 * Checkpoints the write-ahead log into the file, on its own thread. By default, SQLite checkpoints within the commit that
 * fills a thousand pages; that commit then waits for the disk twice more and blocks the event loop (measured: up to half
 * a second).
 */
export class Checkpoints {
  readonly #file: string
  readonly #writer: PreparingDatabase
  #pool: Promise<Piscina<void, void>> | undefined
  #isRunning = false
  #hasFailed = false
  /** The length of the log at the last attempt. */
  #tried = 0

  /** @param writer its automatic checkpoints are turned off */
  constructor(file: string, writer: PreparingDatabase) {
    this.#file = file
    this.#writer = writer
    writer.prepare('pragma wal_autocheckpoint = 0').all([])
  }

  /** Call this after each commit, before the next transaction begins. Takes some microseconds. */
  afterCommit(): void {
    if (this.#isRunning) return
    try {
      this.#checkpointIfLong()
    } catch {
      // SQLite ignores it too: the commit is in the log, and a full or broken disk fails the next write.
    }
  }

  #checkpointIfLong(): void {
    const { log, checkpointed } = this.#ask(STATE)
    // SQLite has restarted the log.
    if (log < this.#tried) this.#tried = 0
    if (log < CHECKPOINT_PAGES) return
    const grown = log - this.#tried
    const isForThread = log - checkpointed > INLINE_CHECKPOINT_PAGES && !this.#hasFailed
    if (grown < (isForThread ? RETRY_PAGES.byThread : RETRY_PAGES.here)) return
    this.#tried = log
    if (isForThread) this.#start()
    else {
      // SQLite restarts the log only when all of it is in the file, and writes continued beside the thread.
      this.#ask(CHECKPOINT)
      this.#hasFailed = false
    }
  }

  #start(): void {
    this.#isRunning = true
    this.#pool ??= threadPool('./checkpoint-thread.ts', { file: this.#file, maxThreads: 1 })
    this.#pool
      .then((pool) => pool.run())
      .catch(() => {
        this.#hasFailed = true
      })
      .finally(() => {
        this.#isRunning = false
      })
  }

  #ask(sql: typeof STATE | typeof CHECKPOINT): WalState {
    return this.#writer.prepare(sql).all([])[0] as unknown as WalState
  }

  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined)
    await pool?.destroy()
  }
}
