import type { ColumnTypes } from './migration.ts'

/**
 * How far each import of a file has come: written with the rows themselves, so that it is never ahead nor behind; and
 * what is to be made again when it is done.
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
