import type { ColumnTypes } from './migration.ts'

/**
 * The progress of each import, written in the transaction of its rows, so that both always agree; and the definitions of
 * indices to restore after the import.
 */
export const statements = (t: ColumnTypes): string[] => [
  `create table imports (
    hash ${t.text} primary key,
    file ${t.text} not null,
    rows ${t.int} not null,
    counts ${t.json} not null,
    rejects_bytes ${t.int} not null,
    started_at ${t.time} not null,
    updated_at ${t.time} not null,
    finished_at ${t.time})`,
  `create table deferred_indices (name ${t.text} primary key, definition ${t.text} not null)`,
]
