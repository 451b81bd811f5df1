import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { type Journal, REST_PAGES } from './journal.ts'

/** What is written meanwhile is for the next time round, and each is shorter than the last. */
const MOST_TIMES = 8

let checkpoint: StatementSync | undefined

/** Brings what was written into the file, for as long as there is much and nobody reads what was there before. */
export default function checkpointMost(): void {
  // Here, where a fault is the task's: a thread that cannot begin would end the process.
  checkpoint ??= open()
  for (let times = 0, left = Infinity; times < MOST_TIMES && left > REST_PAGES / 10; times++) {
    const { log, checkpointed } = checkpoint.get() as unknown as Journal
    if (log - checkpointed >= left) return
    left = log - checkpointed
  }
}

function open(): StatementSync {
  const database = new DatabaseSync((workerData as { file: string }).file)
  database.exec('pragma synchronous = full')
  return database.prepare('pragma wal_checkpoint(passive)')
}
