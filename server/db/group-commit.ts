import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { PreparingDatabase } from './sqlite-database.ts'

const bringToDisk = promisify(fdatasync)

/** The disk did not take the log: what was committed may be gone with the power. */
export class LogFault extends Error {}

/**
 * Brings commits to the disk on a thread of Node's pool: one flush for all that were made while the one before it lasted,
 * and the event loop waits for none. SQLite by itself waits in each commit. It syncs what the file's soundness needs, as
 * before; that a commit is kept is for whoever made it to await here, before it is told.
 */
export class GroupCommit {
  readonly #path: string
  #log: number | undefined
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #fault: LogFault | undefined

  /** @param file with a write-ahead log, and no link to one @param writer does not wait for the disk from here on */
  constructor(file: string, writer: PreparingDatabase) {
    this.#path = `${file}-wal`
    writer.prepare('pragma synchronous = normal').all([])
  }

  /** To be called before each write. @throws LogFault once a flush has failed: nothing is added to what may be lost */
  requireSound(): void {
    if (this.#fault) throw this.#fault
  }

  /** All that was committed before the call is on the disk. @throws LogFault */
  flushed(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#running = this.#next as Promise<void>
      this.#next = undefined
      return this.#flush()
    })
    return this.#next
  }

  async #flush(): Promise<void> {
    try {
      this.#log ??= openSync(this.#path, 'r+')
      await bringToDisk(this.#log)
    } catch (error) {
      this.#fault = new LogFault(`The log was not brought to the disk: ${(error as Error).message}.`, {
        cause: error,
      })
      throw this.#fault
    }
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined)
    if (this.#log !== undefined) closeSync(this.#log)
  }
}
