import type { ColumnTypes } from './migration.ts'

/** What the program of a token's last use called itself; unknown for earlier uses. */
export const statements = (t: ColumnTypes): string[] => [`alter table tokens add column user_agent ${t.text}`]
