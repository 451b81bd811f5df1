import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Rows of one transaction: about a quarter of a second, for which other writes wait. */
const ROWS_PER_BATCH = 10_000

/** Parses the trigger that indexes each new row. */
const FOR_EACH =
  /^create trigger \w+ after insert on (?<table>\w+) begin (?<into>insert into (?<index>\w+) \(.+?\)) values \((?<values>.+)\); end$/is

/**
 * Indexes rows that were inserted while the trigger of a SQLite text index was dropped, in batches by id. The caller
 * restores the trigger in the same transaction as the last batch. Does nothing if the definition is that of an index.
 * @param part the number of the batch @returns whether it was the last one
 */
export async function indexMissingRows(
  db: Kysely<Database>,
  definition: string,
  part: number,
): Promise<boolean> {
  const { table, into, index, values } = FOR_EACH.exec(definition)?.groups ?? {}
  if (!table || !into || !index || !values) {
    if (/^create trigger/i.test(definition))
      throw new Error(`Cannot parse the definition of this trigger: ${definition}`)
    return true
  }
  const from = part * ROWS_PER_BATCH
  // The rowid in the index is twice the id, or one more: see migration 0005.
  await sql
    .raw(`${into} select ${values} from ${table} as new where new.id > ${from} and new.id <= ${from + ROWS_PER_BATCH}
      and not exists (select 1 from ${index}_docsize where id in (new.id * 2, new.id * 2 + 1))`)
    .execute(db)
  const { rows } = await sql<{
    last: number | null
  }>`select max(id) as last from ${sql.table(table)}`.execute(db)
  if (from + ROWS_PER_BATCH < (rows[0]?.last ?? 0)) return false
  // Invalidates the cached results of searches, which did not find these rows.
  await sql`update table_states set version = version + 1, moves = moves + 1 where name = ${table}`.execute(
    db,
  )
  return true
}
