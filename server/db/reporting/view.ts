/** The types of columns. PostgreSQL converts the stored text to its own type; SQLite has no such types and shows the text. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'json' | 'time' | 'date' | 'uuid' | 'address'

export interface Column {
  type: ColumnType
  means: string
  /** The expression that it shows; by default the column of the same name. */
  of?: string
  /** The number of the migration that adds it; by default the view's. */
  since?: number
}

export interface View {
  means: string
  columns: Readonly<Record<string, Column>>
  /** The table, or a query in parentheses with a name. */
  from: string
  /** Columns by which an index finds its rows. */
  keys: readonly string[]
  /** Only readers to whom it is granted by name may read it. */
  hasContactDetails?: true
}

const column =
  (type: ColumnType) =>
  (means: string, of?: string): Column => ({ type, means, ...(of !== undefined && { of }) })

export const integer = column('integer')
export const text = column('text')
export const boolean = column('boolean')
export const json = column('json')
export const time = column('time')
export const date = column('date')
export const uuid = column('uuid')
export const address = column('address')
