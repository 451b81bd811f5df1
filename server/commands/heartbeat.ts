import type { Worker } from 'node:cluster'

/** The message by which the primary tells a worker to finish its requests and exit. */
export const STOP = 'stop'
/** The heartbeat message, which a worker sends while its event loop runs. */
const ALIVE = 'alive'

const HEARTBEAT_MS = 1000
/** A worker without a heartbeat for this time hangs. SQLite may block an event loop for 5 s while another process writes. */
const TIMEOUT_MS = 10_000
/** The timeout of a worker that starts, as a start loads all modules. */
const START_TIMEOUT_MS = 60_000

/** In a worker: tells the primary that the event loop runs. */
export function sendHeartbeats(): void {
  setInterval(() => {
    // The primary may have exited.
    if (process.connected) process.send?.(ALIVE, undefined, {}, () => undefined)
  }, HEARTBEAT_MS).unref()
}

/** In the primary: detects workers that hang. */
export class Heartbeats {
  /** When the next heartbeat of each worker is due. */
  readonly #due = new Map<Worker, number>()
  readonly #timer: NodeJS.Timeout
  #checkedAt = performance.now()

  /** @param onHung called once per worker that hangs */
  constructor(onHung: (worker: Worker) => void) {
    this.#timer = setInterval(() => this.#check(onHung), HEARTBEAT_MS).unref()
  }

  watch(worker: Worker): void {
    this.#due.set(worker, performance.now() + START_TIMEOUT_MS)
    const onHeartbeat = () => {
      if (this.#due.has(worker)) this.#due.set(worker, performance.now() + TIMEOUT_MS)
    }
    worker.once('listening', onHeartbeat)
    worker.on('message', (message) => {
      if (message === ALIVE) onHeartbeat()
    })
    worker.once('exit', () => this.#due.delete(worker))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(onHung: (worker: Worker) => void): void {
    const now = performance.now()
    // The machine was suspended or the primary itself hung: heartbeats received meanwhile are still unread.
    const isLate = now - this.#checkedAt > TIMEOUT_MS / 2
    this.#checkedAt = now
    for (const [worker, due] of this.#due) {
      if (isLate) this.#due.set(worker, Math.max(due, now + TIMEOUT_MS))
      else if (now > due) {
        this.#due.delete(worker)
        onHung(worker)
      }
    }
  }
}
