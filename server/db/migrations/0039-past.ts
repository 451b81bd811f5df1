import type { ColumnTypes } from './migration.ts'

/** What a version keeps of a row, by the columns of `past_versions`. */
interface Kept {
  /** Their change ends a version. */
  ends: readonly string[]
  columns: Readonly<Record<string, string>>
}

const same = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, column]))

const record = (...more: string[]): Kept => ({
  ends: ['is_active', 'deleted_at', ...more],
  columns: same('uuid', 'is_active', 'deleted_at', ...more),
})

const link = (left: string, right: string): Kept => ({
  ends: ['is_active', 'expires_at', left, right],
  columns: { ...same('is_active', 'expires_at', 'created_at'), left_id: left, right_id: right },
})

const KEPT: Readonly<Record<string, Kept>> = {
  users: record(),
  roles: record('slug', 'name'),
  permissions: record('slug', 'name'),
  taxonomies: record('slug', 'name', 'parent_id', 'type_id'),
  taxonomy_types: record('slug', 'name'),
  user_roles: link('user_id', 'role_id'),
  role_permissions: link('role_id', 'permission_id'),
  user_taxonomies: link('user_id', 'taxonomy_id'),
}

/**
 * What decides access, as it was: a row is written when something ends. A version is valid until the transaction with an entry of
 * the audit trail: on SQLite the next one to be inserted; on PostgreSQL the entries of the same batch, whose number is filled in when
 * it is given (db/postgres/entry-numbers.ts).
 */
export const statements = (t: ColumnTypes): string[] => [
  `create table past_versions (
    id ${t.id},
    kind ${t.text} not null,
    record_id ${t.ref} not null,
    left_id ${t.ref},
    right_id ${t.ref},
    uuid ${t.text},
    slug ${t.text},
    name ${t.text},
    is_active ${t.flag},
    deleted_at ${t.time},
    expires_at ${t.time},
    created_at ${t.time},
    parent_id ${t.ref},
    type_id ${t.ref},
    until ${t.int},
    batch ${t.text})`,
  'create index past_versions_record on past_versions (kind, record_id, id)',
  'create index past_versions_left on past_versions (kind, left_id, id) where left_id is not null',
  'create index past_versions_right on past_versions (kind, right_id, id) where right_id is not null',
  // By time, for changes of access; by uuid, for records that are deleted.
  'create index past_versions_until on past_versions (kind, until)',
  'create index past_versions_uuid on past_versions (uuid) where uuid is not null',
  ...(t.engine === 'sqlite' ? onSqlite() : onPostgres()),
  // The time from which the past is known.
  `insert into installation (name, value) select 'past.since', ${NOW[t.engine]}`,
]

const NOW = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  postgres: `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

const valuesOf = ([kind, { columns }]: [string, Kept]) => ({
  names: ['kind', 'record_id', ...Object.keys(columns)].join(', '),
  values: [`'${kind}'`, 'old.id', ...Object.values(columns).map((column) => `old.${column}`)].join(', '),
})

function onSqlite(): string[] {
  const until = '(select coalesce(max(id), 0) + 1 from audit_entries)'
  return Object.entries(KEPT).flatMap(([table, kept]) => {
    const { names, values } = valuesOf([table, kept])
    const keep = `begin insert into past_versions (${names}, until) values (${values}, ${until}); end`
    const isChanged = kept.ends.map((column) => `old.${column} is not new.${column}`).join(' or ')
    return [
      `create trigger ${table}_past_update after update of ${kept.ends.join(', ')} on ${table} when ${isChanged} ${keep}`,
      `create trigger ${table}_past_delete after delete on ${table} ${keep}`,
    ]
  })
}

function onPostgres(): string[] {
  return [
    'create index past_versions_unnumbered on past_versions (batch) where until is null',
    // The entries of the transaction have the same one: see audit/entries.ts.
    `create function audit_batch() returns text language plpgsql as $$
      declare batch text := current_setting('rolecall.batch', true);
      begin
        if coalesce(batch, '') <> '' then return batch; end if;
        return set_config('rolecall.batch', gen_random_uuid()::text, true);
      end $$`,
    ...Object.entries(KEPT).flatMap(([table, kept]) => {
      const { names, values } = valuesOf([table, kept])
      const differs = (row: string) => `(${kept.ends.map((column) => `${row}.${column}`).join(', ')})`
      const row = `for each row`
      return [
        `create function keep_${table}_past() returns trigger language plpgsql as $$ begin
          insert into past_versions (${names}, batch) values (${values}, audit_batch());
          return null; end $$`,
        `create trigger ${table}_past_update after update of ${kept.ends.join(', ')} on ${table} ${row}
          when (${differs('old')} is distinct from ${differs('new')}) execute function keep_${table}_past()`,
        `create trigger ${table}_past_delete after delete on ${table} ${row} execute function keep_${table}_past()`,
      ]
    }),
  ]
}
