/** What SQLite says of its write-ahead log, in pages. https://sqlite.org/pragma.html#pragma_wal_checkpoint */
export interface Journal {
  log: number
  /** Of these, those that are in the file as well. */
  checkpointed: number
}

/** So few may be brought into the file by the event loop itself: as many as SQLite would have left to a commit, at the most. */
export const REST_PAGES = 1000
