import { SEARCHED } from './0005-search-and-totals.ts'
import type { ColumnTypes } from './migration.ts'

/** Data that the overview and the tree of terms need without counting: days, latest changes, merges of terms. */
export const statements = (t: ColumnTypes): string[] => [
  `create table daily_counts (
    day ${t.text} primary key,
    signups ${t.int} not null,
    signins ${t.int} not null)`,
  // Counts of earlier days that are still known: from existing sign-in tokens, and from users who signed up themselves.
  `insert into daily_counts (day, signups, signins)
    select day, sum(signups), sum(signins) from (
      select substr(created_at, 1, 10) as day, 1 as signups, 0 as signins from users
        where created_by is null and created_ip is not null and registration_id is null
      union all
      select substr(created_at, 1, 10), 1, 0 from registrations
        where created_by is null and created_ip is not null
      union all
      select substr(created_at, 1, 10), 0, 1 from tokens where name = 'sign-in'
    ) told group by day`,
  ...Object.keys(SEARCHED).flatMap((table) => [
    `alter table ${table} add column restored_at ${t.time}`,
    `create index ${table}_deleted_at_order on ${table} (deleted_at, id) where deleted_at is not null`,
  ]),
  // Nearly all users are active: counting them scans all of them, here by an index that has only what is needed.
  'create index users_is_active on users (is_active, id) where deleted_at is null',
  `alter table taxonomies add column merged_into_id ${t.ref} references taxonomies (id) on delete set null`,
  'create index taxonomies_merged_into_id on taxonomies (merged_into_id) where merged_into_id is not null',
  'create index taxonomies_children on taxonomies (parent_id, type_id) where deleted_at is null',
]
