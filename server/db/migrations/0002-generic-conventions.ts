import type { ColumnTypes } from './migration.ts'

/** Terms classify users; the answers of writes with an Idempotency-Key are stored. */
export const statements = (t: ColumnTypes): string[] => [
  `create table user_taxonomies (
    id ${t.id},
    is_active ${t.flag} not null default true,
    expires_at ${t.time},
    created_by ${t.ref} references users (id) on delete set null,
    created_at ${t.time} not null,
    updated_by ${t.ref} references users (id) on delete set null,
    updated_at ${t.time} not null,
    user_id ${t.ref} not null references users (id) on delete cascade,
    taxonomy_id ${t.ref} not null references taxonomies (id) on delete cascade,
    unique (user_id, taxonomy_id))`,
  'create index user_taxonomies_taxonomy_id on user_taxonomies (taxonomy_id)',
  `create table idempotency_keys (
    hash ${t.text} primary key,
    fingerprint ${t.text} not null,
    answer ${t.json} not null,
    created_at ${t.time} not null)`,
  'create index idempotency_keys_created_at on idempotency_keys (created_at)',
]
