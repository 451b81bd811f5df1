import { postgresDerived } from './0005-postgres.ts'
import { sqliteDerived } from './0005-sqlite.ts'
import { changesOfRecords } from './0012-change-rows.ts'
import { pendingSearch } from './0021-pending-search.ts'
import type { ColumnTypes } from './migration.ts'

interface TableOptions {
  /** The resource's own columns, by name, each with its SQL type. */
  columns: Readonly<Record<string, string>>
  /** Columns whose values are unique among the live records, each alone or several together. */
  unique: readonly (readonly string[])[]
  /** Columns that selectors, filters and sorts use. */
  sorted: readonly string[]
}

/**
 * Creates the table of a resource: the columns of `RecordTable`, the indices that lists need, and the triggers of its
 * search text, its counts and its changes. Once a migration that uses it is released, never change what it returns.
 */
export function recordTable(
  t: ColumnTypes,
  table: string,
  { columns, unique, sorted }: TableOptions,
): string[] {
  const { search, state } = t.engine === 'sqlite' ? sqliteDerived : postgresDerived
  const full = search(table, ['search_text'])
  const text = t.engine === 'sqlite' ? { ...full, keep: pendingSearch(table, ['search_text']) } : full
  const derived = [text, state(table, true)]
  const own = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const index = (name: string, on: string, where: string) =>
    `create index ${table}_${name} on ${table} (${on}) where ${where}`
  const order = (column: string, nulls = '') =>
    index(`${column}_order`, `${column}${nulls}, id`, 'deleted_at is null')
  return [
    `create table ${table} (
      id ${t.id},
      uuid ${t.text} not null unique,
      created_at ${t.time} not null,
      updated_at ${t.time} not null,
      deleted_at ${t.time},
      created_by ${t.ref} references users (id) on delete set null,
      updated_by ${t.ref} references users (id) on delete set null,
      deleted_by ${t.ref} references users (id) on delete set null,
      restored_at ${t.time},
      version ${t.int} not null default 1,
      search_text ${t.text} not null,
      ${own.join(', ')})`,
    index('live', 'id', 'deleted_at is null'),
    index('trashed', 'id', 'deleted_at is not null'),
    index('deleted_at_order', 'deleted_at, id', 'deleted_at is not null'),
    ...('is_active' in columns ? [index('inactive', 'is_active', 'is_active = false')] : []),
    ...['created_by', 'updated_by', 'deleted_by'].map((author) =>
      index(author, author, `${author} is not null`),
    ),
    ...['created_at', 'updated_at'].map((column) => order(column)),
    ...sorted.flatMap((column) => [
      `create index ${table}_${column} on ${table} (${column})`,
      order(column, columns[column]?.includes('not null') ? '' : t.nullsFirst),
    ]),
    ...unique.map(
      (columns) =>
        `create unique index ${table}_${columns.join('_')}_live on ${table} (${columns.join(', ')}) where deleted_at is null`,
    ),
    ...derived.flatMap(({ make, fill, keep }) => [...make, ...fill, ...keep]),
    ...changesOfRecords(t, table),
  ]
}
