/**
 * Slots for concurrent work. Each source has a queue, and the sources are served round-robin: a source with one entry waits
 * for about one entry of each other source, however many those have queued. `p-limit` has one queue for all (decision 23).
 */
export class FairSlots<Source, Queue extends { readonly length: number }> {
  #free: number
  readonly #newQueue: () => Queue
  /** The queue that is served next comes first. A queue whose entries were all refused is removed when its turn comes. */
  readonly #queues = new Map<Source, Queue>()

  constructor(slots: number, newQueue: () => Queue) {
    this.#free = slots
    this.#newQueue = newQueue
  }

  get queues(): ReadonlyMap<Source, Queue> {
    return this.#queues
  }

  /** The number of queued entries. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, { length }) => sum + length, 0)
  }

  /**
   * The longest queue, if it is longer than that of the source would become: it may lose an entry to make room for one of the source, and
   * keeps at least one.
   */
  queueToTrim(source: Source): Queue | undefined {
    const longest = this.#queues
      .values()
      .reduce<Queue | undefined>((one, other) => (one && one.length >= other.length ? one : other), undefined)
    const own = this.#queues.get(source)?.length ?? 0
    return longest && longest.length > own + 1 ? longest : undefined
  }

  /** Takes a slot if one is free. Each slot needs a {@link release}. */
  tryTake(): boolean {
    if (this.#free === 0) return false
    this.#free -= 1
    return true
  }

  /** @param push adds an entry to the queue of the source */
  enqueue(source: Source, push: (queue: Queue) => void): void {
    const queue = this.#queues.get(source) ?? this.#newQueue()
    push(queue)
    this.#queues.set(source, queue)
  }

  /**
   * Passes a slot on to the next source, and moves the rest of its queue to the end.
   * @param startNext starts the next entry of a queue; returns false if none is left to start
   */
  release(startNext: (queue: Queue) => boolean): void {
    for (const [source, queue] of this.#queues) {
      const isPassedOn = startNext(queue)
      this.#queues.delete(source)
      if (queue.length > 0) this.#queues.set(source, queue)
      if (isPassedOn) return
    }
    this.#free += 1
  }
}
