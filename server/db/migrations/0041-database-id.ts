import type { ColumnTypes } from './migration.ts'

const RANDOM = { sqlite: 'lower(hex(randomblob(16)))', postgres: 'gen_random_uuid()::text' }

/** Tells positions of this database from those of others: see `db/positions.ts`. */
export const statements = (t: ColumnTypes): string[] => [
  `insert into installation (name, value) select 'database.id', ${RANDOM[t.engine]}`,
]
