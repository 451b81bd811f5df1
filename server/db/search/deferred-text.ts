import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Rows of one transaction: some quarter of a second, for which others wait. */
const ROWS_A_PART = 10_000

/** What the trigger does for each new row. */
const FOR_EACH =
  /^create trigger \w+ after insert on (?<table>\w+) begin (?<into>insert into (?<index>\w+) \(.+?\)) values \((?<values>.+)\); end$/is

/**
 * Rows that came while the trigger was away which shows them to a text index of SQLite, a part at a time by their ids. In
 * one transaction with the last part the trigger is to be made again; of an index there is nothing to show.
 * @returns whether it was the last
 */
export async function indexMissingRows(
  db: Kysely<Database>,
  definition: string,
  part: number,
): Promise<boolean> {
  const { table, into, index, values } = FOR_EACH.exec(definition)?.groups ?? {}
  if (!table || !into || !index || !values) {
    if (/^create trigger/i.test(definition)) throw new Error(`It is not known what this shows: ${definition}`)
    return true
  }
  const from = part * ROWS_A_PART
  // The index has a row at twice the id, or one further: see migration 0005.
  await sql
    .raw(`${into} select ${values} from ${table} as new where new.id > ${from} and new.id <= ${from + ROWS_A_PART}
      and not exists (select 1 from ${index}_docsize where id in (new.id * 2, new.id * 2 + 1))`)
    .execute(db)
  const { rows } = await sql<{
    last: number | null
  }>`select max(id) as last from ${sql.table(table)}`.execute(db)
  if (from + ROWS_A_PART < (rows[0]?.last ?? 0)) return false
  // Searches that were answered until now did not find them.
  await sql`update table_states set version = version + 1, moves = moves + 1 where name = ${table}`.execute(
    db,
  )
  return true
}
