import { realpathSync, renameSync, statfs, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const CHECK_EVERY_MS = 500

/** Free bytes that a write may need. A disk with less counts as full. */
const MIN_FREE_BYTES = 1_048_576

/** A path no longer names the file that SQLite has open: the next process that opens the path finds another database. */
export class ReplacedFault extends Error {}

/** The disk has no room for a write. */
export class NoRoomFault extends Error {}

const fileSystemOf = promisify(statfs)

interface Options {
  /** Called when a file was replaced, and when it is back. */
  onChange?: ((fault: ReplacedFault | undefined) => void) | undefined
  /** The size of the database according to SQLite, in bytes; undefined if it cannot be read now. */
  length?: (() => number | undefined) | undefined
}

/**
 * The files that SQLite has open: the database, its write-ahead log and the index of the log. SQLite keeps writing to a
 * file that was deleted or renamed, so acknowledged writes would be lost. A replacement is detected by inode and device,
 * checked twice a second and before a write is acknowledged. The inode of an open file is never reused.
 *
 * An overwritten file (`cp`) is detected by its length: with a write-ahead log, the database file grows to the size that
 * SQLite reports, never beyond, and never shrinks here. A file of exactly that length goes unnoticed.
 */
export class OpenFiles {
  readonly #file: string
  readonly #folder: string
  /** Inode and device by path. Never opened here: closing a descriptor of the database would drop SQLite's locks on it. */
  readonly #opened: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout
  readonly #own: string
  readonly #onChange: Options['onChange']
  readonly #length: Options['length']
  #fault: ReplacedFault | undefined
  /** The length of the database at the last check. */
  #lastLength: number
  #overwritten: ReplacedFault | undefined

  /** @param file that is open */
  constructor(file: string, { onChange, length }: Options = {}) {
    // SQLite keeps the log next to the file itself, not next to a symbolic link to it.
    const own = realpathSync(file)
    this.#file = file
    this.#own = own
    this.#folder = dirname(own)
    this.#onChange = onChange
    this.#length = length
    this.#lastLength = statSync(own).size
    this.#opened = new Map(
      [file, `${own}-wal`, `${own}-shm`].flatMap((path) => {
        const found = statOf(path)
        return found === undefined ? [] : [[path, found.identity]]
      }),
    )
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref()
  }

  /** As of the last check. */
  get areReplaced(): boolean {
    return this.#fault !== undefined
  }

  /** As of the last check. @throws ReplacedFault */
  requireUnreplaced(): void {
    if (this.#fault) throw this.#fault
  }

  /** Checks now, in four microseconds, that earlier commits are in the files that the paths name. @throws ReplacedFault */
  requireUnreplacedNow(): void {
    this.#check()
    this.requireUnreplaced()
  }

  /** @throws NoRoomFault if the disk is nearly full */
  async requireRoom(): Promise<void> {
    const { bavail, bfree, bsize } = await fileSystemOf(this.#folder)
    const blocks = process.getuid?.() === 0 ? bfree : bavail
    if (blocks * bsize < MIN_FREE_BYTES) throw new NoRoomFault('The disk has no room for a write.')
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Never reset: the previous content of the file is gone. */
  get isOverwritten(): boolean {
    return this.#overwritten !== undefined
  }

  /** Renames the log of the overwritten file, so that it is never checkpointed into the new one. */
  putLogAside(): void {
    for (const end of ['-wal', '-shm']) {
      const path = `${this.#own}${end}`
      if (statOf(path)?.identity === this.#opened.get(path)) renameSync(path, `${path}.overwritten`)
    }
  }

  #check(): void {
    const before = this.#fault
    this.#fault = this.#faultNow()
    if ((before === undefined) !== (this.#fault === undefined)) this.#onChange?.(this.#fault)
  }

  #faultNow(): ReplacedFault | undefined {
    if (this.#overwritten) return this.#overwritten
    for (const [path, identity] of this.#opened) {
      const found = statOf(path)
      if (found?.identity !== identity)
        return new ReplacedFault(
          `${path} was deleted or replaced while the service has it open. Put the same file back by renaming it, or restore a backup and start the service again. A start opens the file at this path, and creates an empty installation if there is none.`,
        )
      if (path === this.#file && found.length !== this.#lastLength) {
        if (this.#isForeign(found.length)) return this.#overwritten
        this.#lastLength = found.length
      }
    }
    return undefined
  }

  #isForeign(length: number): boolean {
    const expected = this.#length?.()
    if (expected === undefined || length === expected) return false
    if (length > this.#lastLength && length < expected) return false
    this.#overwritten = new ReplacedFault(
      `${this.#file} was overwritten while the service has it open. Stop the service, put the backup there once more, without ${this.#own}-wal and ${this.#own}-shm beside it, and start the service.`,
    )
    return true
  }
}

/** Undefined if there is no file, or it can't be read. */
function statOf(path: string): { identity: string; length: number } | undefined {
  try {
    const { dev, ino, size } = statSync(path, { bigint: true })
    return { identity: `${dev} ${ino}`, length: Number(size) }
  } catch {
    return undefined
  }
}
