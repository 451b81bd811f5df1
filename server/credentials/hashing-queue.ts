import { type Ctx, type Hashing, refuseIfGone } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { overloaded } from '../errors.ts'

/**
 * Node's pool has four threads, unless it is told otherwise; one is left to what is short. Without it, a write would wait
 * for every hash before it to reach the disk.
 */
const PLACES = 3
/** Hashes that wait: more than the threads do in a second or two would only wait longer. */
const MOST_WAITING = 64

interface Turn {
  begin: () => void
  refuse: (error: unknown) => void
}

/**
 * Hashes of passwords are made a few at once, as a core is busy with each. The others wait in a line for each source, and
 * the sources take turns: whoever has one hash waits for about one of each other source, however many those have waiting.
 * Where too many wait, the source with the most of them is refused its newest.
 */
export class HashingQueue implements Hashing {
  readonly #most: number
  #free: number
  #waiting = 0
  /** The source whose turn is next comes first. None is without a turn. */
  readonly #lines = new Map<string, Turn[]>()

  /** @param limits `places` are for hashes that are made at once, and `most` wait */
  constructor({ places = PLACES, most = MOST_WAITING } = {}) {
    this.#free = places
    this.#most = most
  }

  get waiting(): number {
    return this.#waiting
  }

  refuseIfMany(ctx: Ctx): void {
    this.#fullest(sourceOf(ctx))
  }

  async inTurn<T>(ctx: Ctx, hash: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn(sourceOf(ctx))
    try {
      refuseIfGone(ctx)
      return await hash()
    } finally {
      this.#next()
    }
  }

  /** @throws Refusal 503 */
  #turn(source: string): Promise<void> {
    const fullest = this.#fullest(source)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = this.#lines.get(source) ?? []
    line.push({ begin: resolve, refuse: reject })
    this.#lines.set(source, line)
    if (fullest) fullest.pop()?.refuse(overloaded())
    else this.#waiting += 1
    return promise
  }

  /**
   * The line that gives way to one more turn of the source, where too many wait. Others have at least two more, so
   * that none is without a turn then.
   * @throws Refusal 503 where no other line has more than the source would have
   */
  #fullest(source: string): Turn[] | undefined {
    if (this.#waiting < this.#most) return undefined
    const [first = [], ...others] = this.#lines.values()
    const fullest = others.reduce((one, other) => (other.length > one.length ? other : one), first)
    if (fullest.length <= (this.#lines.get(source)?.length ?? 0) + 1) throw overloaded()
    return fullest
  }

  /** A place is free: the first of the source that is next has it, and the rest of its line goes to the end. */
  #next(): void {
    const [next] = this.#lines
    if (!next) {
      this.#free += 1
      return
    }
    const [source, line] = next
    const turn = line.shift()
    this.#lines.delete(source)
    if (line.length > 0) this.#lines.set(source, line)
    this.#waiting -= 1
    turn?.begin()
  }
}

/** The user who asks, or who made the token; else whoever is at the address. */
const sourceOf = ({ actor: { authorId }, ip }: Ctx): string =>
  authorId === null ? networkOf(ip ?? '') : String(authorId)
