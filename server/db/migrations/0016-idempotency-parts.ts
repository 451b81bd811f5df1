import type { ColumnTypes } from './migration.ts'

/** Texts of large answers that are kept for an Idempotency-Key, part by part. */
export const statements = (t: ColumnTypes): string[] => [
  `create table idempotency_parts (
    id ${t.id},
    hash ${t.text} not null references idempotency_keys (hash) on delete cascade,
    position ${t.int} not null,
    text ${t.text} not null,
    unique (hash, position))`,
]
