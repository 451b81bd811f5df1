import { PostgresAdapter, sql } from 'kysely'
import type { EngineDialect, LockKey, TableColumn } from '../dialect.ts'
import { give, lastId, position } from './entry-numbers.ts'
import {
  databaseFault,
  isConflict,
  isLastingFault,
  isUniqueViolation,
  isUnstorableText,
  violatedConstraint,
} from './faults.ts'
import { findParts } from './text-search.ts'

/** The first half of each key: a number that nothing else in the database uses. */
const KEY_BASE = 726_511_800

/** Bound, so that locks of the same modes are the same statement. */
const keyOf = ({ space, bucket }: LockKey) => sql`(${KEY_BASE + space}, ${bucket})`

export const dialect: EngineDialect = {
  pipelineDepth: 5,
  blocksEventLoop: false,
  // Their text takes too long.
  hasQuickIdLists: false,
  concurrentWrites: {
    lock: (key) =>
      key.mode === 'shared'
        ? sql`pg_advisory_xact_lock_shared${keyOf(key)}`
        : sql`pg_advisory_xact_lock${keyOf(key)}`,
    tryLock: (key) =>
      key.mode === 'shared'
        ? sql`pg_try_advisory_xact_lock_shared${keyOf(key)}`
        : sql`pg_try_advisory_xact_lock${keyOf(key)}`,
    setAuthor: (id) => sql`set_config('rolecall.author', ${String(id)}, true)`,
    entryNumbers: { lastId, give, position },
    isConflict,
  },
  // A dump that is restored elsewhere has the same id, and another log.
  identity: sql`select concat_ws(' ', value, (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database())) as identity
    from installation where name = 'database.id'`,
  errors: { isUniqueViolation, violatedConstraint, isUnstorableText, databaseFault, isLastingFault },
  idList: {
    of: (column) => sql`string_agg(cast(${column} as text), ',')`,
    read: (value) => Float64Array.from((value as string).split(','), Number),
  },
  idsValue: (ids) => `{${ids}}`,
  isInIdsValue: (column, value) => sql`${column} = any(cast(${value} as bigint[]))`,
  textRows: (texts) => sql`json_array_elements_text(cast(${JSON.stringify(texts)} as json)) as asked (value)`,
  tableColumns: sql<TableColumn>`
    select t.relname as "table", c.attname as "column", coalesce(c.attnum = any(k.indkey), false) as is_key,
      c.attgenerated <> '' as is_generated
    from pg_class t
    join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_index k on k.indrelid = t.oid and k.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
    order by t.oid`,
  // The cascade of a delete runs off the event loop.
  referencesToClear: async () => [],
  findParts,
}

export class Adapter extends PostgresAdapter {
  readonly dialect = dialect
}
