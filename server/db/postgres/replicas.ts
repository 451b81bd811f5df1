import { Refusal } from '../../errors.ts'
import type { ReadReplicas } from '../engine.ts'
import type { Db } from '../tables.ts'
import type { CommitFeed } from './change-feed.ts'
import { PollingConnection } from './polling-connection.ts'
import { WritePositions } from './write-positions.ts'

/** The replayed LSN of a replica, in bytes; null for a server that is no longer a replica. */
const POSITION = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position`

/** How long a failed replica is not used. */
const COOLDOWN_MS = 5000

interface Options {
  open: (url: string) => Db
  onFault?: ((replica: string, error: unknown) => void) | undefined
}

/** Read replicas with read-your-writes: a user reads only from a replica that shows all their own writes. */
export class Replicas implements ReadReplicas {
  readonly #replicas: Replica[]
  readonly #positions = new WritePositions()
  readonly #onFault: Options['onFault']
  #next = 0

  /** @param onPoll of the primary's change feed */
  constructor(onPoll: CommitFeed, urls: readonly string[], { open, onFault }: Options) {
    onPoll((poll) => this.#positions.learn(poll))
    this.#onFault = onFault
    this.#replicas = urls.map((url) => new Replica(url, open(url), onFault))
  }

  /**
   * Reads from a replica that shows all writes of the user, else from the primary.
   * @param run may be called twice: a read that fails on a replica is repeated on the primary
   */
  async read<T>(userId: number, primary: Db, run: (db: Db) => Promise<T> | T): Promise<T> {
    const replica = this.#replicaFor(userId)
    if (!replica) return run(primary)
    try {
      return await run(replica.db)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (!isOfStatement(error)) {
        replica.pause()
        this.#onFault?.(replica.name, error)
      }
      return run(primary)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  #replicaFor(userId: number): Replica | undefined {
    // `isUp` also starts the connection of each replica, for the next read.
    const up = this.#replicas.filter((replica) => replica.isUp())
    if (up.length === 0) return undefined
    const position = this.#positions.positionOf(userId)
    const usable = up.filter((replica) => replica.shows(position))
    return usable[this.#next++ % usable.length]
  }
}

/** The server is healthy: the statement timed out, or was cancelled because it conflicted with the replay. */
const isOfStatement = (error: unknown) =>
  ['57014', '40001', '40P01'].includes(String((error as { code?: unknown } | undefined)?.code))

class Replica {
  readonly db: Db
  /** Without the password, which the URL contains. */
  readonly name: string
  readonly #connection: PollingConnection<number>
  #position = 0
  #pausedUntil = 0

  constructor(url: string, db: Db, onFault: Options['onFault']) {
    this.db = db
    this.name = new URL(url).host
    this.#connection = new PollingConnection({
      url,
      name: 'rolecall replica',
      poll: async (client) => (await client.query(POSITION)).rows[0].position ?? 0,
      onAnswer: (position) => {
        this.#position = position
      },
      onLost: (error) => onFault?.(this.name, error),
    })
  }

  isUp(): boolean {
    return this.#connection.isFresh() && performance.now() >= this.#pausedUntil
  }

  shows(position: number): boolean {
    return this.isUp() && this.#position >= position
  }

  pause(): void {
    this.#pausedUntil = performance.now() + COOLDOWN_MS
  }

  async close(): Promise<void> {
    await Promise.all([this.#connection.stop(), this.db.destroy()])
  }
}
