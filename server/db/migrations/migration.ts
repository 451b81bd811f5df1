import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** How each engine spells the column types that migrations use. */
export interface ColumnTypes {
  /** For statements without a common syntax, such as triggers. */
  engine: 'sqlite' | 'postgres'
  id: string
  ref: string
  int: string
  text: string
  time: string
  flag: string
  json: string
  /** After a column of an index: nulls sort first. SQLite does so by default and has no syntax for it there. */
  nullsFirst: string
  /** Whether a column may reference a table that is created later; otherwise the reference is added afterwards. */
  refersAhead: boolean
  /** Whether processes must be notified of each other's writes; otherwise they detect them. */
  tellsOthers: boolean
  /** Statements that run before the migrations, each time. */
  before: readonly string[]
}

export interface Migration {
  name: string
  statements?: (t: ColumnTypes) => string[]
  /** For what SQL alone cannot compute: runs after the statements, in the same transaction. */
  run?: (db: Kysely<Database>, t: ColumnTypes) => Promise<void>
}

/** How the derived data of a table is maintained. */
export interface Derived {
  /** Statements that create its empty storage. */
  make: string[]
  /** Statements that fill it from the existing rows. */
  fill: string[]
  /** Statements that maintain it with each later write. */
  keep: string[]
  /** Statements that undo all of these. */
  drop: string[]
}
