/** Parts of the data that are also kept in memory. */
export type Part = 'users' | 'roles' | 'tokens'

/** Anything of a table, or no more than these columns of it, since nobody keeps the others; new rows only where told. */
interface CachedTable {
  part: Part
  columns?: readonly string[]
  /** A new row is in nobody's memory. */
  ignoresNew?: boolean
}

const CACHED_TABLES: Record<string, CachedTable> = {
  users: {
    part: 'users',
    columns: ['is_active', 'deleted_at', 'email_key', 'username_key'],
    ignoresNew: true,
  },
  user_roles: { part: 'users' },
  roles: { part: 'roles', columns: ['slug', 'is_active', 'deleted_at'] },
  permissions: { part: 'roles', columns: ['slug', 'is_active', 'deleted_at'] },
  role_permissions: { part: 'roles' },
  tokens: {
    part: 'tokens',
    columns: ['user_id', 'hash', 'expires_at', 'permissions'],
    ignoresNew: true,
  },
}

const ALL: readonly Part[] = ['users', 'roles', 'tokens']
const NONE: readonly Part[] = []
const USERS_ONLY: readonly Part[] = ['users']
/** It wrote, but nothing that is kept. */
const UNCACHED_WRITE: readonly Part[] = []

/** Rows of roles given to users: which users, by the places of their ids among the statement's values. */
class AssignedRoles {
  readonly #columns: number
  readonly #at: number

  constructor(columns: readonly string[]) {
    this.#columns = columns.length
    this.#at = columns.indexOf('"user_id"')
  }

  /** Undefined where the values are not those of whole rows. */
  users(values: readonly unknown[]): number[] | undefined {
    if (this.#at === -1 || values.length % this.#columns !== 0) return undefined
    return values.filter((_, index) => index % this.#columns === this.#at).map(Number)
  }
}

export type Effect = 'begin' | 'commit' | 'rollback' | readonly Part[] | AssignedRoles

const HARMLESS = /^\s*(select|pragma (?!writable)|explain|savepoint|release|rollback to|vacuum into)\b/i
const WRITE = /^(insert into|update|delete from) "(\w+)"/
const ASSIGNS_ROLES = /^insert into "user_roles" \(([^)]*)\) values /
const BEGIN = /^(begin|start transaction)\b/i

/** What a statement does to what is kept in memory. What is not recognized may have changed anything. */
export function effectOf(sql: string): Effect {
  if (sql === 'commit' || sql === 'rollback') return sql
  if (BEGIN.test(sql)) return 'begin'
  if (HARMLESS.test(sql)) return NONE
  const [, verb, table = ''] = WRITE.exec(sql) ?? []
  if (verb === undefined) return ALL
  const kept = CACHED_TABLES[table]
  if (!kept) return UNCACHED_WRITE
  const [, columns] = ASSIGNS_ROLES.exec(sql) ?? []
  if (columns !== undefined) return new AssignedRoles(columns.split(', '))
  if (verb === 'insert into')
    return kept.ignoresNew && !sql.includes(' on conflict ') ? UNCACHED_WRITE : [kept.part]
  // With a user, role or permission goes what it had.
  if (verb === 'delete from') return kept.columns && table !== 'tokens' ? ALL : [kept.part]
  const [assignments = ''] = sql.split(' where ', 1)
  const isKept = !kept.columns || kept.columns.some((column) => assignments.includes(`"${column}" = `))
  return isKept ? [kept.part] : UNCACHED_WRITE
}

/** A row of the table `changes`: one for each statement that wrote, or on SQLite for each row. */
export interface ChangeRow {
  table: string
  /** The record; null for many. Of a link, the user or role. */
  record: number | null
  /** Which of the rights in memory it may change. */
  rights: Part | 'all' | null
}

/** Users whose roles changed are told one by one, as long as they are few. */
const MAX_REPORTED_USERS = 1000

/** Counts that grow whenever what is kept in memory may be out of date. */
export class Changes {
  users = 0
  roles = 0
  tokens = 0
  /** Of whatever was written, kept or not. */
  writes = 0
  /** How many users were told one by one, ever. */
  reportedUsers = 0
  /** The last of them. */
  #lastTold: number[] = []

  note(parts: Iterable<Part>): void {
    this.writes += 1
    for (const part of parts) this[part] += 1
  }

  /** The roles of these users changed, and nothing else of anybody. */
  noteUsers(ids: readonly number[]): void {
    if (this.#lastTold.length + ids.length > MAX_REPORTED_USERS) {
      this.#lastTold = []
      this.note(['users'])
    } else {
      this.writes += 1
      this.reportedUsers += ids.length
      this.#lastTold.push(...ids)
    }
  }

  /** Those told since `told` had that value; whoever was told before them all is counted in `users` as well. */
  usersReportedSince(told: number): number[] {
    const count = this.reportedUsers - told
    return count === 0 ? [] : this.#lastTold.slice(-count)
  }

  /** What rows of the table `changes` tell. */
  noteRows(rows: readonly ChangeRow[]): void {
    const telling = rows.filter(({ rights }) => rights !== null)
    const isOfOneUser = (row: ChangeRow) => row.table === 'user_roles' && row.record !== null
    const [ofOneUser, others] = [telling.filter(isOfOneUser), telling.filter((row) => !isOfOneUser(row))]
    if (others.some(({ rights }) => rights === 'all')) this.noteAll()
    else if (others.length > 0) this.note(new Set(others.map(({ rights }) => rights as Part)))
    this.noteUsers(ofOneUser.map(({ record }) => record as number))
  }

  /** Something unknown happened, as when another process wrote. */
  noteAll(): void {
    this.note(ALL)
  }
}

/** Follows the statements of one connection: what a transaction changed counts once it is committed. */
export class WriteTracker {
  readonly #changes: Changes
  #pending: Set<Part> | undefined
  readonly #pendingUsers = new Set<number>()
  #hasWritten = false

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** A statement was carried out. @param isChange a row was written, where it writes rows */
  track(effect: Effect, isChange: boolean, values: readonly unknown[]): void {
    if (effect === NONE) return
    if (effect === 'begin') {
      this.#pending = new Set()
      this.#pendingUsers.clear()
      this.#hasWritten = false
    } else if (effect === 'rollback') this.#pending = undefined
    else if (effect === 'commit') {
      const pending = this.#pending
      this.#pending = undefined
      if (!pending || !this.#hasWritten) return
      if (this.#pendingUsers.size > 0 && !pending.has('users'))
        this.#changes.noteUsers([...this.#pendingUsers])
      if (pending.size > 0 || this.#pendingUsers.size === 0) this.#changes.note(pending)
    } else if (effect instanceof AssignedRoles) {
      if (isChange) this.#trackAssignment(effect.users(values))
    } else if (!isChange && effect !== ALL) return
    else if (this.#pending) {
      this.#hasWritten = true
      for (const part of effect) this.#pending.add(part)
    } else this.#changes.note(effect)
  }

  #trackAssignment(users: readonly number[] | undefined): void {
    if (!users) this.track(USERS_ONLY, true, [])
    else if (this.#pending) {
      this.#hasWritten = true
      for (const id of users) this.#pendingUsers.add(id)
    } else this.#changes.noteUsers(users)
  }
}
