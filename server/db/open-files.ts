import { realpathSync, statfs, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const LOOK_EVERY_MS = 500

/** What a write may need. Less room than this counts as a full disk. */
const LEAST_ROOM = 1_048_576

/** A path no longer names the file that SQLite has open: whoever opens the database next finds another one. */
export class ReplacedFault extends Error {}

/** The disk has no room for a write. */
export class NoRoomFault extends Error {}

const roomOf = promisify(statfs)

/**
 * The files that SQLite has open: the database, its write-ahead log and the index of the log. SQLite writes on into a
 * file that was deleted or renamed, so that what it acknowledges is lost. Inode and device tell, looked at twice a second
 * and before a write is acknowledged. An inode is not given to another file while SQLite has it open.
 */
export class OpenFiles {
  readonly #folder: string
  /** By path. Never opened here: closing a descriptor of the database would drop SQLite's locks on it. */
  readonly #opened: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout
  readonly #onChange: ((fault: ReplacedFault | undefined) => void) | undefined
  #fault: ReplacedFault | undefined

  /** @param file that is open @param onChange told when a file was replaced, and when it is back */
  constructor(file: string, onChange?: (fault: ReplacedFault | undefined) => void) {
    // SQLite has its log beside the file itself, not beside a link to it.
    const own = realpathSync(file)
    this.#folder = dirname(own)
    this.#onChange = onChange
    this.#opened = new Map(
      [file, `${own}-wal`, `${own}-shm`].flatMap((path) => {
        const identity = identityOf(path)
        return identity === undefined ? [] : [[path, identity]]
      }),
    )
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** As of the last look. */
  get areReplaced(): boolean {
    return this.#fault !== undefined
  }

  /** As of the last look. @throws ReplacedFault */
  requireKept(): void {
    if (this.#fault) throw this.#fault
  }

  /** Looks now: four microseconds. What was committed before is in the files that the paths name. @throws ReplacedFault */
  requireSame(): void {
    this.#look()
    this.requireKept()
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

  #look(): void {
    const before = this.#fault
    this.#fault = this.#faultNow()
    if ((before === undefined) !== (this.#fault === undefined)) this.#onChange?.(this.#fault)
  }

  #faultNow(): ReplacedFault | undefined {
    for (const [path, identity] of this.#opened) {
      if (identityOf(path) !== identity)
        return new ReplacedFault(
          `${path} was deleted or replaced while the service has it open. Put the same file back by renaming it, or restore a backup and start the service again: a start takes whatever stands there, and nothing there is an empty installation.`,
        )
    }
    return undefined
  }
}

/** Undefined where there is no file, or it can't be looked at. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}
