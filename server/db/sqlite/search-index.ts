import { sql } from 'kysely'
import type { EngineDialect } from '../dialect.ts'
import type { PreparingDatabase } from './database.ts'

/** Rows that are indexed by one statement: 30 ms or so, during which the event loop stands still. */
const ROWS_PER_PART = 1000

/** In a process that answers no requests: an import takes 8 % less time. */
const ROWS_PER_PART_IN_BULK = 10_000

/** The tables of the noted rows, and the columns of their indices. */
const PENDING = `select pending.name, (
    select group_concat(name, ', ') from pragma_table_info(pending.name || '_search_texts') where name not in ('id', 'place')
  ) as columns
  from (select distinct table_name as name from pending_search_rows) as pending`

/**
 * Brings the text indices up to date. Triggers note the rows whose texts have changed (migration 0021), and these are indexed
 * in the same transaction, at its end: 32 rows at once cost a third as much as one by one, since the index writes its pages
 * for each statement and each savepoint.
 */
export class SearchIndex {
  readonly #writer: PreparingDatabase
  /** The table of noted rows does not exist before its migration. */
  #exists = false
  /** Selects the rows of a part. */
  readonly #some: string

  constructor(writer: PreparingDatabase, inBulk: boolean) {
    this.#writer = writer
    this.#some = `select record_id from pending_search_rows where table_name = ? order by record_id limit ${
      inBulk ? ROWS_PER_PART_IN_BULK : ROWS_PER_PART
    }`
  }

  /** Indexes a part of the noted rows of each table. @returns whether there were any */
  indexSome(): boolean {
    this.#exists ||= this.#rowsOf("select 1 from sqlite_master where name = 'pending_search_rows'").length > 0
    if (!this.#exists) return false
    const pending = this.#rowsOf(PENDING)
    for (const { name, columns } of pending) {
      // A row has one of two places, and may have had the other one: see migration 0005.
      this.#run(
        `delete from ${name}_search where rowid in (
          select record_id * 2 + is_trashed from (${this.#some}), (select 0 as is_trashed union all select 1))`,
        name,
      )
      this.#run(
        `insert into ${name}_search (rowid, ${columns})
          select place, ${columns} from ${name}_search_texts where id in (${this.#some}) order by id`,
        name,
      )
      const some = `delete from pending_search_rows where table_name = ? and record_id in (${this.#some})`
      this.#run(some, name, name)
    }
    return pending.length > 0
  }

  indexAll(): void {
    let isDone = false
    while (!isDone) isDone = !this.indexSome()
  }

  #rowsOf(sql: string): Record<string, unknown>[] {
    return this.#writer.prepare(sql).all([])
  }

  #run(sql: string, ...parameters: unknown[]): void {
    this.#writer.prepare(sql).run(parameters)
  }
}

/** Pages of the index that one step writes, about: some milliseconds. */
const PAGES = 200

/**
 * FTS5 notes which rows are deleted, and keeps their terms until it merges their segments. A negative number merges all segments,
 * and later steps go on.
 */
export const forgetDeletedTexts: NonNullable<EngineDialect['forgetDeletedTexts']> = async (
  db,
  table,
  isFirst,
) => {
  const index = sql.table(`${table}_search`)
  const changes = async () =>
    (await sql<{ count: number }>`select total_changes() as count`.execute(db)).rows[0]?.count ?? 0
  const before = await changes()
  const column = sql.ref(`${table}_search`)
  await sql`insert into ${index} (${column}, rank) values ('merge', ${isFirst ? -PAGES : PAGES})`.execute(db)
  // A step that has found nothing to do counts as one change: see the documentation of `merge`.
  return (await changes()) - before > 1
}
