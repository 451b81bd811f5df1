import { realpathSync } from 'node:fs'
import { Checkpoints } from './checkpoints.ts'
import type { PreparingDatabase } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import type { OpenFiles } from './open-files.ts'

/** Flushes SQLite's log to the disk after a commit and checkpoints it into the file, off the event loop. */
export class WriteAheadLog {
  readonly #commits: GroupCommit
  readonly #checkpoints: Checkpoints
  readonly #files: OpenFiles

  constructor(file: string, files: OpenFiles, writer: PreparingDatabase) {
    // SQLite keeps the log next to the file itself, not next to a symbolic link to it.
    const own = realpathSync(file)
    this.#files = files
    this.#commits = new GroupCommit(own, files, writer)
    this.#checkpoints = new Checkpoints(own, writer)
  }

  /** Call this before each write. @throws LogFault after a failed flush */
  requireHealthy(): void {
    this.#commits.requireHealthy()
  }

  /**
   * Call this after each commit, before the next transaction. Resolves when the commit is on the disk, in unreplaced files.
   * @throws LogFault, ReplacedFault
   */
  committed(): Promise<void> {
    // If the log was replaced, another process may have written the database from the new log.
    if (!this.#files.areReplaced) this.#checkpoints.afterCommit()
    return this.#commits.flushed()
  }

  /** Resolves when all that was committed before the call, by any process, is on the disk. @throws LogFault, ReplacedFault */
  flushed(): Promise<void> {
    return this.#commits.flushed()
  }

  async close(): Promise<void> {
    await this.#checkpoints.close()
    await this.#commits.close()
  }
}
