import type { ColumnTypes } from './migration.ts'

/** What users held when all their access was ended. */
export const statements = (t: ColumnTypes): string[] => [
  `create table offboardings (
    id ${t.id},
    uuid ${t.text} not null unique,
    user_id ${t.ref} not null references users (id) on delete cascade,
    was_active ${t.flag} not null,
    count_tokens ${t.int} not null,
    roles ${t.json} not null,
    created_at ${t.time} not null,
    created_by ${t.ref} references users (id) on delete set null,
    restored_at ${t.time},
    restored_by ${t.ref} references users (id) on delete set null)`,
  'create index offboardings_user_id on offboardings (user_id, id)',
  ...['created_by', 'restored_by'].map(
    (column) => `create index offboardings_${column} on offboardings (${column}) where ${column} is not null`,
  ),
]
