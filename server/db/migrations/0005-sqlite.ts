import type { Derived } from './migration.ts'

/** Bytes of the index that are buffered before they are written: bulk writes take half as long as with the default. */
const HASH_SIZE = 16_777_216

/**
 * Appends two characters to each text, so that a trigram begins at each of its characters: a shorter text is then always
 * the beginning of a trigram.
 */
const ended = (column: string) => `${column} || char(10, 10)`

/** A whole id, delimited so that parts of ids do not match. */
const wholeId = (id: string) => `char(10) || ${id} || char(10)`

/** The rowid in the index: twice the id, plus one if the record is soft-deleted, so that the index can select live ones. */
const place = (row: string) => `${row}.id * 2 + (${row}.deleted_at is not null)`

function search(table: string, columns: readonly string[]): Derived {
  const index = `${table}_search`
  const names = [...columns, 'whole_id']
  const values = (row: string) =>
    [place(row), ...columns.map((column) => ended(`${row}.${column}`)), wholeId(`${row}.id`)].join(', ')
  const into = `insert into ${index} (rowid, ${names.join(', ')})`
  const remove = `delete from ${index} where rowid = ${place('old')}`
  const changed = ['deleted_at', ...columns].map((column) =>
    column === 'deleted_at'
      ? '(old.deleted_at is null) <> (new.deleted_at is null)'
      : `old.${column} is not new.${column}`,
  )
  return {
    make: [
      `create virtual table ${index} using fts5(${names.join(', ')},
        content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
      `insert into ${index} (${index}, rank) values ('hashsize', ${HASH_SIZE})`,
      `create virtual table ${index}_terms using fts5vocab(${index}, 'row')`,
    ],
    fill: [`${into} select ${values(table)} from ${table}`],
    keep: [
      `create trigger ${index}_added after insert on ${table} begin ${into} values (${values('new')}); end`,
      `create trigger ${index}_changed after update on ${table} when ${changed.join(' or ')} begin
        ${remove}; ${into} values (${values('new')}); end`,
      `create trigger ${index}_removed after delete on ${table} begin ${remove}; end`,
    ],
    drop: [
      ...['added', 'changed', 'removed'].map((event) => `drop trigger ${index}_${event}`),
      `drop table ${index}_terms`,
      `drop table ${index}`,
    ],
  }
}

/** The numbers of live and soft-deleted rows, and counters that grow with every change and every change of these numbers. */
const shared = [
  `create table table_states (
    name text primary key,
    live integer not null,
    trashed integer not null,
    version integer not null,
    moves integer not null) without rowid`,
]

function state(table: string, hasTrash: boolean): Derived {
  const live = (row: string) => (hasTrash ? `(${row}.deleted_at is null)` : '1')
  const trashed = (row: string) => (hasTrash ? `(${row}.deleted_at is not null)` : '0')
  const on = (event: string, name: string, gone: string | undefined, come: string | undefined) => {
    const change = (of: (row: string) => string) =>
      `${come ? ` + ${of(come)}` : ''}${gone ? ` - ${of(gone)}` : ''}`
    const moved = come && gone ? `(${live(come)} <> ${live(gone)})` : '1'
    return `create trigger ${table}_state_${name} after ${event} on ${table} begin
      update table_states set live = live${change(live)}, trashed = trashed${change(trashed)},
        version = version + 1, moves = moves + ${moved} where name = '${table}'; end`
  }
  return {
    make: [],
    fill: [
      `insert into table_states (name, live, trashed, version, moves)
        select '${table}', count(${hasTrash ? 'case when deleted_at is null then 1 end' : '*'}),
          ${hasTrash ? 'count(deleted_at)' : '0'}, 1, 1 from ${table}
        where true on conflict (name) do update
          set live = excluded.live, trashed = excluded.trashed, version = version + 1,
            moves = moves + 1`,
    ],
    keep: [
      on('insert', 'added', undefined, 'new'),
      on('update', 'changed', 'old', 'new'),
      on('delete', 'removed', 'old', undefined),
    ],
    drop: ['added', 'changed', 'removed'].map((event) => `drop trigger ${table}_state_${event}`),
  }
}

export const sqliteDerived = { shared, search, state }
