import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { PreparingDatabase } from './database.ts'
import type { OpenFiles } from './open-files.ts'

const flushToDisk = promisify(fdatasync)

/** The disk did not take the log: what was committed may be gone with the power. */
export class LogFault extends Error {}

/**
 * Brings commits to the disk on a thread of Node's pool: one flush for all that were made while the one before it lasted,
 * and the event loop waits for none. SQLite by itself waits in each commit. It syncs what the file's soundness needs, as
 * before; that a commit is kept is for whoever made it to await here, before it is told.
 */
export class GroupCommit {
  readonly #log: number
  readonly #files: OpenFiles
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #fault: LogFault | undefined

  /** @param file with a write-ahead log, and no link to one @param writer does not wait for the disk from here on */
  constructor(file: string, files: OpenFiles, writer: PreparingDatabase) {
    this.#files = files
    // What a process that ended left in the log is not known to be on the disk: brought into the file, it is. And it
    // makes the log, of which each process is told that a flush failed only where it was open before.
    writer.prepare('pragma wal_checkpoint(passive)').all([])
    this.#log = openSync(`${file}-wal`, 'r+')
    writer.prepare('pragma synchronous = normal').all([])
  }

  /** To be called before each write. @throws LogFault once a flush has failed: nothing is added to what may be lost */
  requireHealthy(): void {
    if (this.#fault) throw this.#fault
  }

  /** All that was committed before the call is on the disk, in the files that are there. @throws LogFault, ReplacedFault */
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
    // What was begun may commit meanwhile.
    while (this.#next) await this.#next.catch(() => undefined)
    await this.#running.catch(() => undefined)
    closeSync(this.#log)
  }
}
