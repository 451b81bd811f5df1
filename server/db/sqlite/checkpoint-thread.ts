import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { INLINE_CHECKPOINT_PAGES, type WalState } from './wal-state.ts'

/** Each pass writes what was added during the one before it, so passes get shorter. */
const MAX_PASSES = 8

let checkpoint: StatementSync | undefined

/** Checkpoints the log into the file, as long as much is left and no reader holds an older snapshot. */
export default function checkpointMost(): void {
  // Opened here, so that an error fails the task: an error at the start of the thread would end the process.
  checkpoint ??= open()
  for (
    let passes = 0, left = Infinity;
    passes < MAX_PASSES && left > INLINE_CHECKPOINT_PAGES / 10;
    passes++
  ) {
    const { log, checkpointed } = checkpoint.get() as unknown as WalState
    if (log - checkpointed >= left) return
    left = log - checkpointed
  }
}

function open(): StatementSync {
  const database = new DatabaseSync((workerData as { file: string }).file)
  database.exec('pragma synchronous = full')
  return database.prepare('pragma wal_checkpoint(passive)')
}
