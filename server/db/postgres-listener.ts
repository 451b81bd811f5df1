import type pg from 'pg'
import type { Changes, Part } from './changes.ts'
import { StandingConnection } from './standing.ts'

/** Where the database's triggers tell what was changed: see the migration. */
const CHANNEL = 'rolecall_changes'

/** Hears of what other processes write. As long as its connection does not answer, nothing is known of others. */
export class Listener {
  readonly #changes: Changes
  readonly #own = new Set<number>()
  readonly #connection: StandingConnection

  /** @param pool whose own writes are known of without being heard */
  constructor(url: string, changes: Changes, pool: pg.Pool) {
    this.#changes = changes
    const pidOf = (client: unknown) => (client as { processID: number }).processID
    pool.on('connect', (client) => this.#own.add(pidOf(client)))
    pool.on('remove', (client) => this.#own.delete(pidOf(client)))
    this.#connection = new StandingConnection({
      url,
      name: 'rolecall listener',
      question: 'select 1',
      onConnected: (client) => this.#listen(client),
    })
  }

  /** All that others committed until a second ago is known. */
  isAware(): boolean {
    return this.#connection.isFresh()
  }

  stop(): Promise<void> {
    return this.#connection.stop()
  }

  async #listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ payload, processId }) => {
      if (!this.#own.has(processId)) this.#hear(payload)
    })
    await client.query(`listen ${CHANNEL}`)
    // What was said while nobody listened is lost.
    this.#changes.noteAll()
  }

  #hear(part = ''): void {
    if (part === 'all') this.#changes.noteAll()
    else this.#changes.note([part as Part])
  }
}
