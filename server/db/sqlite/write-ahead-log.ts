import { realpathSync } from 'node:fs'
import { Checkpoints } from './checkpoints.ts'
import type { PreparingDatabase } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import type { OpenFiles } from './open-files.ts'

/** What is done about SQLite's log after a commit, beside the event loop: it is brought to the disk, and into the file. */
export class WriteAheadLog {
  readonly #commits: GroupCommit
  readonly #checkpoints: Checkpoints
  readonly #files: OpenFiles

  constructor(file: string, files: OpenFiles, writer: PreparingDatabase) {
    // SQLite has its log beside the file itself, not beside a link to it.
    const own = realpathSync(file)
    this.#files = files
    this.#commits = new GroupCommit(own, files, writer)
    this.#checkpoints = new Checkpoints(own, writer)
  }

  /** To be called before each write. @throws LogFault where the disk takes no more */
  requireHealthy(): void {
    this.#commits.requireHealthy()
  }

  /**
   * To be called after each commit, while no other has begun. @returns when it is on the disk, in the files that are there
   * @throws LogFault, ReplacedFault
   */
  committed(): Promise<void> {
    // Where the log was replaced, another process may have filled the database from the new one.
    if (!this.#files.areReplaced) this.#checkpoints.afterCommit()
    return this.#commits.flushed()
  }

  async close(): Promise<void> {
    await this.#checkpoints.close()
    await this.#commits.close()
  }
}
