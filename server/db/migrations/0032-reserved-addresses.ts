import type { ColumnTypes } from './migration.ts'

/** The address that a code can restore, folded: while the code lives, nobody else gets that address. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table mailed_codes add column reserved_key ${t.text}`,
  'create index mailed_codes_reserved_key on mailed_codes (reserved_key) where reserved_key is not null',
]
