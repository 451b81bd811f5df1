/** The state of SQLite's write-ahead log, in pages. https://sqlite.org/pragma.html#pragma_wal_checkpoint */
export interface WalState {
  log: number
  /** Pages of the log that are already in the file. */
  checkpointed: number
}

/** Up to this many pages, the event loop itself checkpoints: SQLite's own limit for a checkpoint within a commit. */
export const INLINE_CHECKPOINT_PAGES = 1000
