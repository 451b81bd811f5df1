/** The parts of the access data that are cached in memory: see access/memory. */
export type Part = 'users' | 'roles' | 'tokens'

export const ALL_PARTS: readonly Part[] = ['users', 'roles', 'tokens']

/** A row of the table `changes`: one per writing statement; on SQLite, one per written row. */
export interface ChangeRow {
  table: string
  /** The record; null for several. For a link, its user or role. */
  record: number | null
  /** Which part of the cached access it may affect. */
  rights: Part | 'all' | null
}

const isOfOneUser = ({ table, record }: ChangeRow) => table === 'user_roles' && record !== null

/** Whether a change may affect the access of one of these users. */
export const affectsAccess = (row: ChangeRow, userIds: readonly number[]): boolean =>
  row.rights !== null && (!isOfOneUser(row) || userIds.includes(row.record as number))

/** Up to this many, users whose roles changed are reported one by one. */
const MAX_REPORTED_USERS = 1000

/** @param rows the committed changes of records and links; undefined if they are unknown */
export type ChangeListener = (rows: readonly ChangeRow[] | undefined) => void

/** Counters that grow whenever cached access data may be out of date, and the listeners of caches of records. */
export class Changes {
  users = 0
  roles = 0
  tokens = 0
  /** How many users have been reported one by one. */
  reportedUsers = 0
  /** The last of them. */
  #lastReported: number[] = []
  readonly #listeners: ChangeListener[] = []

  /** Adds a listener for the changes of records and links, in the order of their commits. */
  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** Tells the listeners of changes, without counting them. */
  tell(rows: readonly ChangeRow[] | undefined): void {
    for (const listener of this.#listeners) listener(rows)
  }

  note(parts: Iterable<Part>): void {
    for (const part of parts) this[part] += 1
  }

  /** Only the roles of these users changed. */
  noteUsers(ids: readonly number[]): void {
    if (this.#lastReported.length + ids.length > MAX_REPORTED_USERS) {
      this.#lastReported = []
      this.note(['users'])
    } else {
      this.reportedUsers += ids.length
      this.#lastReported.push(...ids)
    }
  }

  /** The users reported since `reportedUsers` had this value. Older ones, no longer listed, are counted in `users`. */
  usersReportedSince(earlier: number): number[] {
    const count = this.reportedUsers - earlier
    return count === 0 ? [] : this.#lastReported.slice(-count)
  }

  /** Counts the changes in rows of the table `changes`, and tells the listeners of them. */
  noteRows(rows: readonly ChangeRow[]): void {
    this.tell(rows)
    const relevant = rows.filter(({ rights }) => rights !== null)
    const [ofOneUser, others] = [relevant.filter(isOfOneUser), relevant.filter((row) => !isOfOneUser(row))]
    if (others.some(({ rights }) => rights === 'all')) this.note(ALL_PARTS)
    else if (others.length > 0) this.note(new Set(others.map(({ rights }) => rights as Part)))
    this.noteUsers(ofOneUser.map(({ record }) => record as number))
  }

  /** Unknown changes, e.g. by another process. */
  noteAll(): void {
    this.tell(undefined)
    this.note(ALL_PARTS)
  }
}
