/** How each engine spells the column types that migrations use. */
export interface ColumnTypes {
  /** For what has no common spelling at all, such as triggers. */
  engine: 'sqlite' | 'postgres'
  id: string
  ref: string
  int: string
  text: string
  time: string
  flag: string
  json: string
  /** After a column of an index: nothing comes before any value. SQLite has it so anyway, and no word for it there. */
  nullsFirst: string
  /** May a column refer to a table that comes later? Else it is told afterwards. */
  refersAhead: boolean
  /** Do processes have to be told of each other's writes? Else they notice by themselves. */
  tellsOthers: boolean
  /** Statements that come before all migrations, each time. */
  before: readonly string[]
}

export interface Migration {
  name: string
  statements: (t: ColumnTypes) => string[]
}

/** What is derived of one table, and how it is derived. */
export interface Derived {
  /** Statements that make what holds it, empty. */
  make: string[]
  /** Statements that fill it from the rows there are. */
  fill: string[]
  /** Statements that keep it with each write from then on. */
  keep: string[]
  /** Statements that undo all of these. */
  drop: string[]
}
