import { type RawBuilder, sql } from 'kysely'
import type { IdRange, Numbered, NumberingOptions } from '../dialect.ts'

/*
 * The numbers of the entries of the audit trail. Ids are taken before the commit, so a transaction that commits late has lower
 * ones than others that readers have seen already. Numbers are given after the commit, by one process at a time, without
 * gaps: whoever has read up to a number has missed nothing before it.
 */

/**
 * Also turns JIT off until the end of the transaction: PostgreSQL cannot know how short the ranges of `give` are, expects far more
 * rows than there are, and would compile the statement.
 */
export const lastId: RawBuilder<{ id: number }> = sql`
  select case when is_called then last_value else 0 end as id, set_config('jit', 'off', true) from audit_entries_id_seq`

/**
 * Gives the next numbers to the first committed entries in some ranges of ids that have none. Versions of the past that ended with
 * these entries get their numbers too.
 *
 * The limit in each range and the scalar subquery make PostgreSQL read both tables by their indices, whatever it knows of their size.
 */
export const give = (
  ranges: readonly IdRange[],
  { settled, at, most }: NumberingOptions,
): RawBuilder<Numbered> => sql`
  with last as (select number, at, settled from audit_numbers order by number desc limit 1),
  read as materialized (
    select entry.* from json_to_recordset(${JSON.stringify(ranges)}::json) as range (first bigint, last bigint)
    cross join lateral (
      select id, batch, (select number from audit_numbers where entry_id = audit_entries.id) as number from audit_entries
      where id between range.first and range.last order by id limit ${most}) as entry
    order by id limit ${most}),
  new as (select id, batch, row_number() over (order by id) as place from read where number is null),
  given as (
    insert into audit_numbers (number, entry_id, at, settled)
    select coalesce(last.number, 0) + new.place, new.id, greatest(last.at, ${at}), greatest(last.settled, ${settled})
    from new left join last on true
    returning number, entry_id),
  ended as (
    update past_versions set until = first.number
    from (select new.batch, min(given.number) as number from given join new on new.id = given.entry_id group by 1) first
    where past_versions.batch = first.batch and past_versions.until is null),
  found as (
    select min(id) as first, max(id) as last from (select id, id - row_number() over (order by id) as run from read) as runs
    group by run)
  select (select count(*) from given) as count, (select count(*) from read) as read,
    (select coalesce(json_agg(found order by first), '[]') from found) as found,
    coalesce((select settled from last), 0) as settled,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_current_xact_id()::text as xid`

/** In bytes. PostgreSQL evaluates a subquery once for all rows, and after it has taken the snapshot of the statement. */
export const position: RawBuilder<number> = sql`
  (select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8)`
