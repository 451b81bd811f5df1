import { SEARCHED } from './0005-search-and-totals.ts'
import type { ColumnTypes } from './migration.ts'

/**
 * On SQLite, triggers no longer write to a text index: they note the row, and each commit indexes the noted rows of all its
 * transactions together (db/sqlite/search-index.ts). The index costs a third as much when it gets 32 rows at once.
 */
export const statements = ({ engine }: ColumnTypes): string[] => {
  if (engine === 'postgres') return []
  return [
    `create table pending_search_rows (
      table_name text not null,
      record_id integer not null,
      primary key (table_name, record_id)) without rowid`,
    // An import may have been killed after it had dropped the trigger, and then the index lacks rows.
    `insert into pending_search_rows select 'users', users.id from users, deferred_indices as deferred
      where deferred.name = 'users_search_added'`,
    `delete from deferred_indices where name = 'users_search_added'`,
    ...Object.entries(SEARCHED).flatMap(([table, columns]) => [
      ...['added', 'changed', 'removed'].map((event) => `drop trigger if exists ${table}_search_${event}`),
      ...pendingSearch(table, columns),
    ]),
  ]
}

/** Triggers that note the rows whose texts have changed, and a view of the texts as the index `${table}_search` has them. */
export function pendingSearch(table: string, columns: readonly string[]): string[] {
  const on = (name: string, event: string, row: string) =>
    `create trigger ${table}_search_${name}_noted after ${event} begin
      insert or ignore into pending_search_rows values ('${table}', ${row}.id); end`
  const changed = columns.map((column) => `old.${column} is not new.${column}`)
  // Two characters more, so that a trigram begins at each character: see migration 0005.
  const texts = columns.map((column) => `${column} || char(10, 10) as ${column}`)
  return [
    on('added', `insert on ${table}`, 'new'),
    on(
      'changed',
      `update on ${table} when ${['(old.deleted_at is null) <> (new.deleted_at is null)', ...changed].join(' or ')}`,
      'new',
    ),
    on('removed', `delete on ${table}`, 'old'),
    `create view ${table}_search_texts as
      select id, id * 2 + (deleted_at is not null) as place, ${texts.join(', ')}, char(10) || id || char(10) as whole_id
      from ${table}`,
  ]
}
