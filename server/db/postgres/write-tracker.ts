import { ALL_PARTS as ALL, type Changes, type Part } from '../changes/changes.ts'

/** The cached columns of a table; all of them if `columns` is absent. */
interface CachedTable {
  part: Part
  columns?: readonly string[]
  /** A new row is in no cache yet. */
  ignoresNew?: boolean
}

const CACHED_TABLES: Record<string, CachedTable> = {
  users: {
    part: 'users',
    columns: ['is_active', 'deleted_at', 'email_key', 'username_key', 'has_second_factor'],
    ignoresNew: true,
  },
  user_roles: { part: 'users' },
  roles: { part: 'roles', columns: ['slug', 'is_active', 'deleted_at', 'requires_second_factor'] },
  permissions: { part: 'roles', columns: ['slug', 'is_active', 'deleted_at'] },
  role_permissions: { part: 'roles' },
  tokens: {
    part: 'tokens',
    columns: ['user_id', 'hash', 'expires_at', 'permissions', 'proven_by_factor'],
    ignoresNew: true,
  },
}

const NONE: readonly Part[] = []
const USERS_ONLY: readonly Part[] = ['users']
/** A write of data that is not cached. */
const UNCACHED_WRITE: readonly Part[] = []

/** An insert of role assignments. Finds the users by the positions of their ids among the statement's values. */
class AssignedRoles {
  readonly #columns: number
  readonly #position: number

  constructor(columns: readonly string[]) {
    this.#columns = columns.length
    this.#position = columns.indexOf('"user_id"')
  }

  /** Undefined if the values are not those of whole rows. */
  users(values: readonly unknown[]): number[] | undefined {
    if (this.#position === -1 || values.length % this.#columns !== 0) return undefined
    return values.filter((_, index) => index % this.#columns === this.#position).map(Number)
  }
}

export type Effect = 'begin' | 'commit' | 'rollback' | readonly Part[] | AssignedRoles

const HARMLESS = /^\s*(select|pragma (?!writable)|explain|savepoint|release|rollback to|vacuum into)\b/i
/** As Kysely writes it. */
const WRITE = /^(insert into|update|delete from) "(\w+)"/
const WITH_OR_WRITE = /^\s*(with|insert into|update|delete from)\b/i
const WRITTEN_TABLE = /\b(?:insert into|update|delete from) "?(\w+)/gi
const ASSIGNS_ROLES = /^insert into "user_roles" \(([^)]*)\) values /
const BEGIN = /^(begin|start transaction)\b/i

/** The effect of a statement on cached data. An unknown statement may change anything. */
export function effectOf(sql: string): Effect {
  if (sql === 'commit' || sql === 'rollback') return sql
  if (BEGIN.test(sql)) return 'begin'
  if (HARMLESS.test(sql)) return NONE
  const [, verb, table = ''] = WRITE.exec(sql) ?? []
  const cached = CACHED_TABLES[table]
  if (!cached) return effectOfText(sql)
  const [, columns] = ASSIGNS_ROLES.exec(sql) ?? []
  if (columns !== undefined) return new AssignedRoles(columns.split(', '))
  if (verb === 'insert into')
    return cached.ignoresNew && !sql.includes(' on conflict ') ? UNCACHED_WRITE : [cached.part]
  // Deleting a user, role or permission also deletes its links and tokens.
  if (verb === 'delete from') return cached.columns && table !== 'tokens' ? ALL : [cached.part]
  const [assignments = ''] = sql.split(' where ', 1)
  const isCached = !cached.columns || cached.columns.some((column) => assignments.includes(`"${column}" = `))
  return isCached ? [cached.part] : UNCACHED_WRITE
}

/** The effect of a statement that was not written by Kysely, or not on a cached table. */
function effectOfText(sql: string): Effect {
  const tables = [...sql.matchAll(WRITTEN_TABLE)].map(([, table]) => table as string)
  if (!WITH_OR_WRITE.test(sql) || tables.some((table) => table in CACHED_TABLES)) return ALL
  return tables.length === 0 ? NONE : UNCACHED_WRITE
}

/** Tracks the statements of one connection: the changes of a transaction count once it is committed. */
export class WriteTracker {
  /** Whether the last statement committed written rows. */
  hasCommitted = false
  readonly #changes: Changes
  #pending: Set<Part> | undefined
  readonly #pendingUsers = new Set<number>()
  #hasWritten = false

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** Call this after each statement. @param isChange whether a writing statement wrote a row */
  track(effect: Effect, isChange: boolean, values: readonly unknown[]): void {
    this.hasCommitted = false
    if (effect === NONE) return
    if (effect === 'begin') {
      this.#pending = new Set()
      this.#pendingUsers.clear()
      this.#hasWritten = false
    } else if (effect === 'rollback') this.#pending = undefined
    else if (effect === 'commit') this.#commit()
    else {
      if (isChange || effect === ALL) this.#note(effect, values)
      if (this.#pending) this.#hasWritten ||= isChange
      else this.hasCommitted = isChange
    }
  }

  #commit(): void {
    const pending = this.#pending
    this.#pending = undefined
    if (!pending) return
    if (this.#pendingUsers.size > 0 && !pending.has('users')) this.#changes.noteUsers([...this.#pendingUsers])
    if (pending.size > 0 || (this.#hasWritten && this.#pendingUsers.size === 0)) this.#changes.note(pending)
    this.hasCommitted = this.#hasWritten
  }

  #note(effect: readonly Part[] | AssignedRoles, values: readonly unknown[]): void {
    const users = effect instanceof AssignedRoles ? effect.users(values) : undefined
    if (!users) this.#noteParts(effect instanceof AssignedRoles ? USERS_ONLY : effect)
    else if (!this.#pending) this.#changes.noteUsers(users)
    else for (const id of users) this.#pendingUsers.add(id)
  }

  #noteParts(parts: readonly Part[]): void {
    if (!this.#pending) this.#changes.note(parts)
    else for (const part of parts) this.#pending.add(part)
  }
}
