/** Parts of the data that are also kept in memory. */
export type Part = 'users' | 'roles' | 'tokens'

/** Anything of a table, or no more than these columns of it, since nobody keeps the others; new rows only where told. */
interface Kept {
  part: Part
  columns?: readonly string[]
  /** A new row is in nobody's memory. */
  ignoresNew?: boolean
}

const KEPT: Record<string, Kept> = {
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
/** It wrote, but nothing that is kept. */
const OTHERS: readonly Part[] = []

export type Effect = 'begin' | 'commit' | 'rollback' | readonly Part[]

const HARMLESS = /^(select|pragma (?!writable)|explain|savepoint|release|rollback to|vacuum into)\b/i
const WRITE = /^(insert into|update|delete from) "(\w+)"/
const BEGIN = /^(begin|start transaction)\b/i

/** What a statement does to what is kept in memory. What is not recognized may have changed anything. */
export function effectOf(sql: string): Effect {
  if (sql === 'commit' || sql === 'rollback') return sql
  if (BEGIN.test(sql)) return 'begin'
  if (HARMLESS.test(sql)) return NONE
  const [, verb, table = ''] = WRITE.exec(sql) ?? []
  if (verb === undefined) return ALL
  const kept = KEPT[table]
  if (!kept) return OTHERS
  if (verb === 'insert into') return kept.ignoresNew && !sql.includes(' on conflict ') ? OTHERS : [kept.part]
  // With a user, role or permission goes what it had.
  if (verb === 'delete from') return kept.columns && table !== 'tokens' ? ALL : [kept.part]
  const [assignments = ''] = sql.split(' where ', 1)
  const isKept = !kept.columns || kept.columns.some((column) => assignments.includes(`"${column}" = `))
  return isKept ? [kept.part] : OTHERS
}

/** Counts that grow whenever what is kept in memory may be out of date. */
export class Changes {
  users = 0
  roles = 0
  tokens = 0
  /** Of whatever was written, kept or not. */
  writes = 0

  note(parts: Iterable<Part>): void {
    this.writes += 1
    for (const part of parts) this[part] += 1
  }

  /** Something unknown happened, as when another process wrote. */
  noteAll(): void {
    this.note(ALL)
  }
}

/** Follows the statements of one connection: what a transaction changed counts once it is committed. */
export class Follower {
  readonly #changes: Changes
  #pending: Set<Part> | undefined
  #hasWritten = false

  constructor(changes: Changes) {
    this.#changes = changes
  }

  /** A statement was carried out. @param isChange a row was written, where it writes rows */
  after(effect: Effect, isChange: boolean): void {
    if (effect === NONE) return
    if (effect === 'begin') {
      this.#pending = new Set()
      this.#hasWritten = false
    } else if (effect === 'rollback') this.#pending = undefined
    else if (effect === 'commit') {
      const pending = this.#pending
      this.#pending = undefined
      if (pending && this.#hasWritten) this.#changes.note(pending)
    } else if (!isChange && effect !== ALL) return
    else if (this.#pending) {
      this.#hasWritten = true
      for (const part of effect) this.#pending.add(part)
    } else this.#changes.note(effect)
  }
}
