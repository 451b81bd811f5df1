import { Refusal } from '../../errors.ts'
import type { CommitFeed } from '../engine.ts'
import type { Db } from '../tables.ts'
import { PollingConnection } from './polling-connection.ts'
import { WritePositions } from './write-positions.ts'

/** How far it has come in following the database; one that follows nobody any more has no position. */
const POSITION = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as position`

/** A replica that failed is left alone for so long. */
const REST_MS = 5000

interface Options {
  open: (url: string) => Db
  onFault?: ((replica: string, error: unknown) => void) | undefined
}

/** Servers that follow the database: each is read once it shows what its reader wrote. */
export class Replicas {
  readonly #replicas: Replica[]
  readonly #writers = new WritePositions()
  readonly #reports: CommitFeed
  readonly #onFault: Options['onFault']
  #turn = 0

  /** @param reports of the database itself */
  constructor(reports: CommitFeed, urls: readonly string[], { open, onFault }: Options) {
    this.#reports = reports
    reports.onPoll((look) => this.#writers.learn(look))
    this.#onFault = onFault
    this.#replicas = urls.map((url) => new Replica(url, open(url), onFault))
  }

  /**
   * Reads for a user from whichever replica shows all they wrote, else from the database itself.
   * @param run may be called twice: what fails on a replica is done again
   */
  async read<T>(userId: number, primary: Db, run: (db: Db) => Promise<T> | T): Promise<T> {
    const replica = await this.#replicaFor(userId)
    if (!replica) return run(primary)
    try {
      return await run(replica.db)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (!isOfStatement(error)) {
        replica.rest()
        this.#onFault?.(replica.name, error)
      }
      return run(primary)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  async #replicaFor(userId: number): Promise<Replica | undefined> {
    // All are asked, so that each stands by for the next read.
    const up = this.#replicas.filter((replica) => replica.isUp())
    if (up.length === 0) return undefined
    const position = await this.#positionOf(userId)
    const usable = up.filter((replica) => replica.shows(position))
    return usable[this.#turn++ % usable.length]
  }

  /** How far a replica must have come to show all that the user wrote before the call. */
  async #positionOf(userId: number): Promise<number> {
    if (!this.#reports.isFresh()) return Number.POSITIVE_INFINITY
    try {
      await this.#reports.ask()
    } catch {
      return Number.POSITIVE_INFINITY
    }
    return this.#writers.positionOf(userId)
  }
}

/** The server is well: the statement took too long, or was in the way of what the replica has to follow. */
const isOfStatement = (error: unknown) =>
  ['57014', '40001', '40P01'].includes(String((error as { code?: unknown } | undefined)?.code))

class Replica {
  readonly db: Db
  /** Without the password, which the URL has. */
  readonly name: string
  readonly #connection: PollingConnection<number>
  #position = 0
  #restsUntil = 0

  constructor(url: string, db: Db, onFault: Options['onFault']) {
    this.db = db
    this.name = new URL(url).host
    this.#connection = new PollingConnection({
      url,
      name: 'rolecall replica',
      ask: async (client) => (await client.query(POSITION)).rows[0].position ?? 0,
      onAnswer: (position) => {
        this.#position = position
      },
      onLost: (error) => onFault?.(this.name, error),
    })
  }

  isUp(): boolean {
    return this.#connection.isFresh() && performance.now() >= this.#restsUntil
  }

  shows(position: number): boolean {
    return this.isUp() && this.#position >= position
  }

  rest(): void {
    this.#restsUntil = performance.now() + REST_MS
  }

  async close(): Promise<void> {
    await Promise.all([this.#connection.stop(), this.db.destroy()])
  }
}
