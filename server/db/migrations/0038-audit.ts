import type { ColumnTypes } from './migration.ts'

/**
 * On PostgreSQL ids are not in the order of commits, so a table gives each entry its number: see db/postgres/entry-numbers.ts,
 * which also needs the transaction to have its own id before it takes one for an entry.
 */
const onPostgres = (t: ColumnTypes) => ({
  before: ['create sequence audit_entries_id_seq'],
  id: `bigint primary key
      default case when pg_current_xact_id() is not null then nextval('audit_entries_id_seq') end`,
  after: [
    'alter sequence audit_entries_id_seq owned by audit_entries.id',
    `create table audit_numbers (
      number bigint primary key,
      entry_id bigint not null unique references audit_entries (id),
      at ${t.time} not null,
      settled bigint not null)`,
    'create index audit_numbers_at on audit_numbers (at, number)',
  ],
})

/** The audit trail: a row for each entry, inserted in the transaction of the change. Ids have no foreign keys, since entries outlive the records. */
export function statements(t: ColumnTypes): string[] {
  const { before, id, after } = t.engine === 'postgres' ? onPostgres(t) : { before: [], id: t.id, after: [] }
  return [...before, ...entries(t, id), ...after]
}

const entries = (t: ColumnTypes, id: string): string[] => [
  `create table audit_entries (
    id ${id},
    uuid ${t.text} not null unique,
    at ${t.time} not null,
    action ${t.text} not null,
    outcome ${t.text} not null,
    subject_type ${t.text} not null,
    subject_id ${t.ref},
    subject_name ${t.text},
    other_type ${t.text},
    other_id ${t.ref},
    other_name ${t.text},
    changes ${t.json},
    counts ${t.json},
    actor_id ${t.ref},
    actor_name ${t.text},
    token_id ${t.ref},
    token_name ${t.text},
    token_maker_id ${t.ref},
    token_maker_name ${t.text},
    via ${t.text} not null,
    ip ${t.text},
    user_agent ${t.text},
    request_id ${t.text},
    batch ${t.text} not null,
    reason ${t.text},
    numbered_at ${t.time},
    salts ${t.json} not null,
    digests ${t.json})`,
  'create index audit_entries_subject on audit_entries (subject_type, subject_id, id)',
  'create index audit_entries_other on audit_entries (other_type, other_id, id) where other_type is not null',
  'create index audit_entries_actor on audit_entries (actor_id, id) where actor_id is not null',
  'create index audit_entries_action on audit_entries (action, id)',
  'create index audit_entries_at on audit_entries (at, id)',
  `create index audit_entries_refused on audit_entries (id) where outcome = 'refused'`,
  `create table audit_trees (
    id ${t.id},
    origin ${t.text} not null unique,
    first ${t.int} not null,
    size ${t.int} not null,
    roots ${t.json} not null,
    sealer ${t.text},
    lease_ends_at ${t.time},
    restart_note ${t.text},
    is_restart_shipped ${t.flag} not null)`,
  `create table audit_leaves (number ${t.int} primary key, hash ${t.text} not null)`,
  `create table audit_checkpoints (
    id ${t.id},
    tree_id ${t.ref} not null references audit_trees (id),
    size ${t.int} not null,
    at ${t.time} not null,
    note ${t.text} not null,
    is_shipped ${t.flag} not null)`,
  'create index audit_checkpoints_unshipped on audit_checkpoints (id) where not is_shipped',
]
