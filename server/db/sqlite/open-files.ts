import { realpathSync, renameSync, statfs, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const LOOK_EVERY_MS = 500

/** What a write may need. Less room than this counts as a full disk. */
const LEAST_ROOM = 1_048_576

/** A path no longer names what SQLite has open: whoever opens the database next finds another one. */
export class ReplacedFault extends Error {}

/** The disk has no room for a write. */
export class NoRoomFault extends Error {}

const roomOf = promisify(statfs)

interface Options {
  /** Told when a file was replaced, and when it is back. */
  onChange?: ((fault: ReplacedFault | undefined) => void) | undefined
  /** Of the database as SQLite takes it, in bytes; undefined where it cannot be told now. */
  length?: (() => number | undefined) | undefined
}

/**
 * The files that SQLite has open: the database, its write-ahead log and the index of the log. SQLite writes on into a
 * file that was deleted or renamed, so that what it acknowledges is lost. Inode and device tell, looked at twice a second
 * and before a write is acknowledged. An inode is not given to another file while SQLite has it open.
 *
 * Of a file that was overwritten, as by `cp`, the length tells: with a write-ahead log, the database's file grows to what
 * SQLite takes the database to be, and never beyond; nothing here makes it shorter. One as long as that goes unnoticed.
 */
export class OpenFiles {
  readonly #file: string
  readonly #folder: string
  /** By path. Never opened here: closing a descriptor of the database would drop SQLite's locks on it. */
  readonly #opened: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout
  readonly #own: string
  readonly #onChange: Options['onChange']
  readonly #length: Options['length']
  #fault: ReplacedFault | undefined
  /** Of the database, when it was looked at last. */
  #lastLength: number
  #overwritten: ReplacedFault | undefined

  /** @param file that is open */
  constructor(file: string, { onChange, length }: Options = {}) {
    // SQLite has its log beside the file itself, not beside a link to it.
    const own = realpathSync(file)
    this.#file = file
    this.#own = own
    this.#folder = dirname(own)
    this.#onChange = onChange
    this.#length = length
    this.#lastLength = statSync(own).size
    this.#opened = new Map(
      [file, `${own}-wal`, `${own}-shm`].flatMap((path) => {
        const found = lookAt(path)
        return found === undefined ? [] : [[path, found.identity]]
      }),
    )
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** As of the last look. */
  get areReplaced(): boolean {
    return this.#fault !== undefined
  }

  /** As of the last look. @throws ReplacedFault */
  requireUnreplaced(): void {
    if (this.#fault) throw this.#fault
  }

  /** Looks now: four microseconds. What was committed before is in the files that the paths name. @throws ReplacedFault */
  requireUnreplacedNow(): void {
    this.#look()
    this.requireUnreplaced()
  }

  /** @throws NoRoomFault where the disk is all but full */
  async requireRoom(): Promise<void> {
    const { bavail, bfree, bsize } = await roomOf(this.#folder)
    const blocks = process.getuid?.() === 0 ? bfree : bavail
    if (blocks * bsize < LEAST_ROOM) throw new NoRoomFault('The disk has no room for a write.')
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** It stays so: what SQLite had in the file is gone. */
  get isOverwritten(): boolean {
    return this.#overwritten !== undefined
  }

  /** So that nobody brings the log of the file that was here into the one that is. */
  putLogAside(): void {
    for (const end of ['-wal', '-shm']) {
      const path = `${this.#own}${end}`
      if (lookAt(path)?.identity === this.#opened.get(path)) renameSync(path, `${path}.overwritten`)
    }
  }

  #look(): void {
    const before = this.#fault
    this.#fault = this.#faultNow()
    if ((before === undefined) !== (this.#fault === undefined)) this.#onChange?.(this.#fault)
  }

  #faultNow(): ReplacedFault | undefined {
    if (this.#overwritten) return this.#overwritten
    for (const [path, identity] of this.#opened) {
      const found = lookAt(path)
      if (found?.identity !== identity)
        return new ReplacedFault(
          `${path} was deleted or replaced while the service has it open. Put the same file back by renaming it, or restore a backup and start the service again: a start takes whatever stands there, and nothing there is an empty installation.`,
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

/** Undefined where there is no file, or it can't be looked at. */
function lookAt(path: string): { identity: string; length: number } | undefined {
  try {
    const { dev, ino, size } = statSync(path, { bigint: true })
    return { identity: `${dev} ${ino}`, length: Number(size) }
  } catch {
    return undefined
  }
}
