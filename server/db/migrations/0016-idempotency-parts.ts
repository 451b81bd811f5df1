import type { ColumnTypes } from './migration.ts'

/** Texts of large answers stored for an Idempotency-Key, in parts. */
export const statements = (t: ColumnTypes): string[] => [
  `create table idempotency_parts (
    id ${t.id},
    hash ${t.text} not null references idempotency_keys (hash) on delete cascade,
    position ${t.int} not null,
    text ${t.text} not null,
    unique (hash, position))`,
]
