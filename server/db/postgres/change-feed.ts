import type pg from 'pg'
import type { ChangeRow } from '../changes/changes.ts'
import { PollingConnection } from './polling-connection.ts'

interface WrittenRow extends ChangeRow {
  /** The process id of the PostgreSQL connection that wrote. */
  pid: number
  author: number | null
}

/** The changes committed between two polls. */
export interface FeedPoll {
  changes: readonly WrittenRow[]
  /** The LSN of the log, in bytes: a replica that has replayed up to it shows these changes. */
  position: number
  /** Changes may be missing: the first poll of a connection, a late poll, or too many changes. */
  isIncomplete: boolean
}

/** Adds a listener for the polls of the change feed, which report the commits of all processes that share a database. */
export type CommitFeed = (listener: (poll: FeedPoll) => void) => void

/** The channel of NOTIFY of {@link TELL_RECORDED}. */
const RECORDED = 'rolecall_recorded'

/**
 * Tells processes that number entries that some were committed. Sent after the commit: NOTIFY within transactions would let
 * them commit only one after the other.
 */
export const TELL_RECORDED = `select pg_notify('${RECORDED}', '')`

/** If there are more changes than this, they are not read one by one. */
const MAX_CHANGES = 5000

/** In seconds, by the database's clock. */
interface Retention {
  /** How long rows are kept after all transactions of their time have ended. */
  kept: number
  /** How often a {@link Mark} is made. */
  markEvery: number
}

const RETENTION: Retention = { kept: 300, markEvery: 10 }

/** For {@link POLL}: it is planned once, and reads by the index even while few rows make a scan look cheaper. */
export const PLAN = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off'

const WRITTEN =
  'select pid, author_id as author, table_name as table, record_id as record, rights from changes'

/**
 * Ids are assigned before the commit, so "id > last" would skip a transaction that commits late. A poll reads the rows
 * that its own snapshot shows and that of the previous poll ($1) did not: those of transactions that began after it, or
 * were running then. While a transaction is running, rows of later ones are not read again and again.
 */
export const POLL = `with new as (
    ${WRITTEN} where xid >= pg_snapshot_xmax($1::pg_snapshot)
    union all ${WRITTEN} where xid = any(array(select pg_snapshot_xip($1::pg_snapshot)))
    limit ${MAX_CHANGES + 1})
  select pg_current_snapshot()::text as snapshot,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
    extract(epoch from clock_timestamp())::float8 as time,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position,
    (select coalesce(json_agg(new), '[]') from new) as changes`

/** Transactions before `xmin` had ended at this time, so every process that has polled since has read their rows. */
interface Mark {
  xmin: string
  time: number
}

const TRIM = `delete from changes where id in (
  select id from changes where xid < $1::xid8 limit ${MAX_CHANGES} for update skip locked)`

/** Polls the changes of all processes four times a second, and at once on request. */
export class ChangeFeed {
  readonly #connection: PollingConnection<FeedPoll>
  readonly #retention: Retention
  #snapshot: string | undefined
  #polledAt = 0
  #marks: Mark[] = []

  /**
   * @param onPoll called for each poll, in order @param retention tests use a shorter one
   * @param onRecorded called when another process has committed entries of the audit trail
   */
  constructor(
    url: string,
    onPoll: (poll: FeedPoll) => void,
    { retention = RETENTION, onRecorded = () => {} }: { retention?: Retention; onRecorded?: () => void } = {},
  ) {
    this.#retention = retention
    this.#connection = new PollingConnection<FeedPoll>({
      url,
      name: 'rolecall changes',
      onConnected: () => {
        this.#snapshot = undefined
        this.#marks = []
      },
      poll: (client) => this.#poll(client),
      onAnswer: onPoll,
      listen: { channel: RECORDED, onNotified: onRecorded },
    })
  }

  /** Whether all commits until a second ago are known. */
  isFresh(): boolean {
    return this.#connection.isFresh()
  }

  /** Resolves when all commits before the call are known. Rejects if the database does not answer. */
  poll(): Promise<void> {
    return this.#connection.poll()
  }

  stop(): Promise<void> {
    return this.#connection.stop()
  }

  async #poll(client: pg.Client): Promise<FeedPoll> {
    const isFirst = this.#snapshot === undefined
    if (isFirst) {
      await client.query(PLAN)
      this.#snapshot = (await client.query('select pg_current_snapshot()::text as snapshot')).rows[0].snapshot
    }
    const { rows } = await client.query({ name: 'look', text: POLL, values: [this.#snapshot] })
    const { snapshot, xmin, time, position, changes } = rows[0]
    // Other processes may have deleted rows while this process was suspended.
    const isLate = !isFirst && time - this.#polledAt > this.#retention.kept / 2
    this.#snapshot = snapshot
    this.#polledAt = time
    await this.#trim(client, { xmin, time })
    return { changes, position, isIncomplete: isFirst || isLate || changes.length > MAX_CHANGES }
  }

  /** Every process deletes old rows, without waiting for the others. */
  async #trim(client: pg.Client, now: Mark): Promise<void> {
    const { kept, markEvery } = this.#retention
    const latest = this.#marks.at(-1)?.time ?? Number.NEGATIVE_INFINITY
    if (now.time - latest >= markEvery) this.#marks.push(now)
    const [oldest] = this.#marks
    if (!oldest || now.time - oldest.time < kept) return
    const { rowCount } = await client.query(TRIM, [oldest.xmin])
    if (rowCount !== MAX_CHANGES) this.#marks.shift()
  }
}
