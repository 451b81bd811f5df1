import type { Worker } from 'node:cluster'

/** What the primary tells a worker: to finish what it has begun, and go. */
export const STOP = 'stop'
/** What a worker tells its primary again and again, for as long as its event loop runs. */
const ALIVE = 'alive'

const BEAT_MS = 1000
/** A worker that says nothing for so long hangs. SQLite keeps an event loop waiting for another's write for 5 s. */
const HUNG_MS = 10_000
/** Until it serves: a start loads all there is. */
const STARTED_MS = 60_000

/** In a worker: tells the primary that the event loop runs. */
export function sendHeartbeats(): void {
  setInterval(() => {
    // The primary may be gone.
    if (process.connected) process.send?.(ALIVE, undefined, {}, () => undefined)
  }, BEAT_MS).unref()
}

/** In the primary: finds the workers that hang. */
export class Heartbeats {
  /** Until when each is to be heard of. */
  readonly #due = new Map<Worker, number>()
  readonly #timer: NodeJS.Timeout
  #lookedAt = performance.now()

  /** @param onHung told of each once */
  constructor(onHung: (worker: Worker) => void) {
    this.#timer = setInterval(() => this.#look(onHung), BEAT_MS).unref()
  }

  watch(worker: Worker): void {
    this.#due.set(worker, performance.now() + STARTED_MS)
    const heard = () => {
      if (this.#due.has(worker)) this.#due.set(worker, performance.now() + HUNG_MS)
    }
    worker.once('listening', heard)
    worker.on('message', (message) => {
      if (message === ALIVE) heard()
    })
    worker.once('exit', () => this.#due.delete(worker))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(onHung: (worker: Worker) => void): void {
    const now = performance.now()
    // The machine slept, or the primary itself hung: what the workers said meanwhile is still to be read.
    const isLate = now - this.#lookedAt > HUNG_MS / 2
    this.#lookedAt = now
    for (const [worker, due] of this.#due) {
      if (isLate) this.#due.set(worker, Math.max(due, now + HUNG_MS))
      else if (now > due) {
        this.#due.delete(worker)
        onHung(worker)
      }
    }
  }
}
