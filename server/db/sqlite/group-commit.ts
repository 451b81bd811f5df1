import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { PreparingDatabase } from './database.ts'
import type { OpenFiles } from './open-files.ts'

const flushToDisk = promisify(fdatasync)

/** The log could not be flushed to the disk: a loss of power may lose committed transactions. */
export class LogFault extends Error {}

/**
 * Group commit: flushes the log on a thread of Node's pool, one flush for all commits that were made during the previous
 * flush, without blocking the event loop. SQLite's own flush blocks in each commit: 32 clients created 590 to 700 users a
 * second with it, and 870 to 1,100 with group commit. SQLite still syncs what the integrity of the file needs; a writer
 * awaits the durability of its commit here before it acknowledges the write.
 */
export class GroupCommit {
  readonly #log: number
  readonly #files: OpenFiles
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #fault: LogFault | undefined

  /** @param file with a write-ahead log; not a symbolic link @param writer no longer waits for the disk itself */
  constructor(file: string, files: OpenFiles, writer: PreparingDatabase) {
    this.#files = files
    // An earlier process may have left commits in the log that are not on the disk: a checkpoint brings them there. It
    // also creates the log, which must be open from now on: a failed flush is only reported to files open at the time.
    writer.prepare('pragma wal_checkpoint(passive)').all([])
    this.#log = openSync(`${file}-wal`, 'r+')
    writer.prepare('pragma synchronous = normal').all([])
  }

  /** Call this before each write. @throws LogFault after a failed flush, so that no more writes can be lost */
  requireHealthy(): void {
    if (this.#fault) throw this.#fault
  }

  /** Resolves when all commits made before the call are on the disk, in unreplaced files. @throws LogFault, ReplacedFault */
  flushed(): Promise<void> {
    this.#next ??= this.#running.then(this.#begin, this.#begin)
    return this.#next
  }

  readonly #begin = (): Promise<void> => {
    this.#running = this.#next as Promise<void>
    this.#next = undefined
    return this.#flush()
  }

  async #flush(): Promise<void> {
    this.requireHealthy()
    try {
      await flushToDisk(this.#log)
    } catch (error) {
      this.#fault = new LogFault(`The log was not brought to the disk: ${(error as Error).message}.`, {
        cause: error,
      })
      throw this.#fault
    }
    this.#files.requireUnreplacedNow()
  }

  async close(): Promise<void> {
    // Open transactions may still commit meanwhile.
    while (this.#next) await this.#next.catch(() => undefined)
    await this.#running.catch(() => undefined)
    closeSync(this.#log)
  }
}
