import type pg from 'pg'
import { PollingConnection } from '../postgres/polling-connection.ts'
import type { ChangeRow } from './changes.ts'

interface WrittenRow extends ChangeRow {
  /** The connection that wrote, as PostgreSQL numbers them. */
  pid: number
  author: number | null
}

/** What was committed between two looks. */
export interface FeedPoll {
  changes: readonly WrittenRow[]
  /** Where the log has come to: a replica that has replayed so much shows these changes. */
  position: number
  /** Something may have been missed: the first look of a connection, or too many changes. */
  isIncomplete: boolean
}

/** More changes are not read one by one. */
const MAX_CHANGES = 5000

/** In seconds of the database's clock. */
interface Retention {
  /** Rows are kept for so long after every transaction of their time has ended. */
  kept: number
  /** How often that is looked at. */
  markEvery: number
}

const RETENTION: Retention = { kept: 300, markEvery: 10 }

/**
 * Ids are given before the commit, so "id > last" would skip a transaction that commits late. A look reads what its own
 * snapshot shows and the one before it did not.
 */
const LOOK = `with seen as (select $1::pg_snapshot as snapshot),
  new as (select pid, author_id as author, table_name as table, record_id as record, rights
    from changes, seen
    where xid >= pg_snapshot_xmin(seen.snapshot) and not pg_visible_in_snapshot(xid, seen.snapshot)
    limit ${MAX_CHANGES + 1})
  select pg_current_snapshot()::text as snapshot,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
    extract(epoch from clock_timestamp())::float8 as time,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position,
    (select coalesce(json_agg(new), '[]') from new) as changes`

/** Transactions before \`xmin\` had ended at this time, so whoever looked since then has read their rows. */
interface Mark {
  xmin: string
  time: number
}

const TRIM = `delete from changes where id in (
  select id from changes where xid < $1::xid8 limit ${MAX_CHANGES} for update skip locked)`

/** Reads what all processes changed, four times a second, and at once for whoever asks. */
export class ChangeFeed {
  readonly #connection: PollingConnection<FeedPoll>
  readonly #keeping: Retention
  #snapshot: string | undefined
  #lookedAt = 0
  #marks: Mark[] = []

  /** @param onPoll told of each look, in order @param keeping tests don't wait that long */
  constructor(url: string, onPoll: (look: FeedPoll) => void, keeping = RETENTION) {
    this.#keeping = keeping
    this.#connection = new PollingConnection<FeedPoll>({
      url,
      name: 'rolecall changes',
      onConnected: () => {
        this.#snapshot = undefined
        this.#marks = []
      },
      ask: (client) => this.#look(client),
      onAnswer: onPoll,
    })
  }

  /** All that was committed until a second ago is known. */
  isFresh(): boolean {
    return this.#connection.isFresh()
  }

  /** All that was committed before the call is known when it resolves. Rejects where the database does not answer. */
  ask(): Promise<void> {
    return this.#connection.ask()
  }

  stop(): Promise<void> {
    return this.#connection.stop()
  }

  async #look(client: pg.Client): Promise<FeedPoll> {
    const isFirst = this.#snapshot === undefined
    this.#snapshot ??= (await client.query('select pg_current_snapshot()::text as snapshot')).rows[0].snapshot
    const { rows } = await client.query({ name: 'look', text: LOOK, values: [this.#snapshot] })
    const { snapshot, xmin, time, position, changes } = rows[0]
    // A process that was stopped for long comes back to rows that others have deleted.
    const isLate = !isFirst && time - this.#lookedAt > this.#keeping.kept / 2
    this.#snapshot = snapshot
    this.#lookedAt = time
    await this.#trim(client, { xmin, time })
    return { changes, position, isIncomplete: isFirst || isLate || changes.length > MAX_CHANGES }
  }

  /** Every process does it; none waits for another. */
  async #trim(client: pg.Client, now: Mark): Promise<void> {
    const { kept, markEvery } = this.#keeping
    const latest = this.#marks.at(-1)?.time ?? Number.NEGATIVE_INFINITY
    if (now.time - latest >= markEvery) this.#marks.push(now)
    const [oldest] = this.#marks
    if (!oldest || now.time - oldest.time < kept) return
    const { rowCount } = await client.query(TRIM, [oldest.xmin])
    if (rowCount !== MAX_CHANGES) this.#marks.shift()
  }
}
