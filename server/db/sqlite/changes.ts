import { affectsAccess, type ChangeRow, type Changes } from '../changes/changes.ts'
import type { PreparingDatabase } from './database.ts'

/** If there are more changes than this, they are not read one by one. */
const MAX_CHANGES = 5000

type ReadRow = ChangeRow & { id: number }

/**
 * Reads what was committed, by this process or by others, from the table `changes`. Its ids are in commit order, since
 * there is one writer.
 */
export class CommittedChanges {
  readonly #database: PreparingDatabase
  readonly #changes: Changes
  #last: number | undefined
  #version: unknown

  /** @param database the connection that writes */
  constructor(database: PreparingDatabase, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#version = this.#dataVersion()
  }

  /** Changes with the commits of other processes. https://sqlite.org/pragma.html#pragma_data_version */
  #dataVersion(): unknown {
    return this.#database.prepare('pragma data_version').first()
  }

  /** Notes what other processes have committed. @param hasJustBegun the open transaction, if any, has written nothing yet */
  noteOthers({ hasJustBegun = false } = {}): void {
    const version = this.#dataVersion()
    if (version === this.#version) return
    this.note(hasJustBegun)
    this.#version = version
  }

  /** Whether the open transaction has changed something that the access of these users may depend on. */
  hasUncommittedAccess(userIds: readonly number[]): boolean {
    if (this.#last === undefined) return true
    const rows = this.#database
      .prepare(
        'select table_name as "table", record_id as record, rights from changes where id > ? and rights is not null',
      )
      .all([this.#last]) as unknown as ChangeRow[]
    return rows.some((row) => affectsAccess(row, userIds))
  }

  /**
   * Call this at once after each commit of this process, and after another process has committed.
   * @param hasJustBegun the open transaction, if any, has written nothing yet
   */
  note(hasJustBegun = false): void {
    const isCommitted = hasJustBegun || !this.#database.isInTransaction
    const last = this.#last
    // Stays so if the rows cannot be read.
    this.#last = undefined
    let rows: ReadRow[] | undefined
    try {
      if (isCommitted && last !== undefined) rows = this.#rowsSince(last)
    } catch (error) {
      this.#changes.noteAll()
      throw error
    }
    if (rows) this.#changes.noteRows(rows)
    else this.#changes.noteAll()
    this.#last = rows ? (rows.at(-1)?.id ?? last) : isCommitted ? this.#latest() : undefined
  }

  /**
   * Undefined if some rows are already deleted, or the last known one is: the table may have been emptied, or restored from
   * a backup. Must not see own rows that may still be rolled back.
   */
  #rowsSince(last: number): ReadRow[] | undefined {
    const rows = this.#database
      .prepare(
        'select id, table_name as "table", record_id as record, rights from changes where id >= ? order by id limit ?',
      )
      .all([last, MAX_CHANGES]) as unknown as ReadRow[]
    if (rows.length === MAX_CHANGES) return undefined
    if (last === 0) return (rows[0]?.id ?? 1) === 1 ? rows : undefined
    return rows[0]?.id === last ? rows.slice(1) : undefined
  }

  #latest(): number | undefined {
    const hasTable = this.#database.prepare("select 1 from sqlite_master where name = 'changes'").first()
    return hasTable ? Number(this.#database.prepare('select max(id) from changes').first() ?? 0) : undefined
  }
}
