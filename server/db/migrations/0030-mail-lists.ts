import type { ColumnTypes } from './migration.ts'

/** What the list of mails is filtered by, newest first. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table mails add column address_key ${t.text} not null default ''`,
  'update mails set address_key = lower(address)',
  'create index mails_address on mails (address_key, id)',
  'create index mails_state on mails (state, id)',
  'create index mails_kind on mails (kind, id)',
]
