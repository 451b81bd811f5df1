import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf, type EntryNumbers } from '../dialect.ts'
import type { AuditEntryTable, Database, Db } from '../tables.ts'
import { isAmong } from './id-lists.ts'
import { blocksEventLoop } from './long-reads.ts'

/*
 * The entries of the audit trail in the order of commits. With one writer, ids are in that order: an entry's number is its id.
 */

/** Whether numbers are in a table of their own. */
const hasNumbers = (db: Db) => dialectOf(db).concurrentWrites !== undefined

/** How entries get numbers of their own; undefined if those are the ids. */
export const entryNumbersOf = (db: Db): EntryNumbers | undefined =>
  dialectOf(db).concurrentWrites?.entryNumbers

/** What a new entry is ordered by, as values of its row. With one writer, no entry is earlier than the one before it. */
export const inOrder = (db: Db, { at, batch }: Record<'at' | 'batch', unknown>) =>
  hasNumbers(db)
    ? // Triggers that keep the past need the batch before the entries are inserted.
      { at, batch: sql`audit_batch()` }
    : { at: sql`max(${at}, coalesce((select at from audit_entries order by id desc limit 1), ''))`, batch }

/** What a version of the past that ends in this transaction ends with, as its triggers store it: the column and the value. */
export const endOfVersion = (db: Db): { column: RawBuilder<unknown>; value: RawBuilder<unknown> } =>
  hasNumbers(db)
    ? { column: sql`batch`, value: sql`audit_batch()` }
    : { column: sql`until`, value: sql`(select coalesce(max(id), 0) + 1 from audit_entries)` }

/** An entry with its place in the order of commits. */
export type NumberedEntry = Omit<Selectable<AuditEntryTable>, 'numbered_at'> & {
  number: number
  /** When it got its number: never before the number before it. */
  numbered_at: string
}

/** The next entries after a number, in order. None of them is ever followed by one with a smaller number. */
export const readNumbered = (db: Db, after: number, limit: number): Promise<NumberedEntry[]> =>
  hasNumbers(db) ? byNumber(db, after, limit).execute() : byId(db, after, limit).execute()

/** An entry, and a position of the database with its transaction: a number of `Engine.progress`. */
export type PositionedEntry = NumberedEntry & { position: number }

/** {@link readNumbered}, with positions. An entry may have another position when it is read again. */
export function readPositioned(db: Db, after: number, limit: number): Promise<PositionedEntry[]> {
  const numbers = entryNumbersOf(db)
  return numbers
    ? byNumber(db, after, limit).select(numbers.position.as('position')).execute()
    : byId(db, after, limit).select('id as position').execute()
}

/** {@link readPositioned}, of these numbers. */
export function readPositionedAt(db: Db, given: readonly number[]): Promise<PositionedEntry[]> {
  const numbers = entryNumbersOf(db)
  return numbers
    ? allByNumber(db)
        .where(isAmong(db, sql.ref('number'), given))
        .select(numbers.position.as('position'))
        .execute()
    : allById(db)
        .where(isAmong(db, sql.ref('id'), given))
        .select('id as position')
        .execute()
}

const byId = (db: Db, after: number, limit: number) => allById(db).where('id', '>', after).limit(limit)

const allById = (db: Db) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .select((eb) => ['id as number', eb.fn.coalesce('numbered_at', 'at').as('numbered_at')])
    .orderBy('id')

const byNumber = (db: Db, after: number, limit: number) =>
  allByNumber(db).where('number', '>', after).limit(limit)

const allByNumber = (db: Db) =>
  db
    .selectFrom('audit_numbers')
    .innerJoin('audit_entries', 'audit_entries.id', 'audit_numbers.entry_id')
    .selectAll('audit_entries')
    .select(['number', 'audit_numbers.at as numbered_at'])
    .orderBy('number')

/** Entries of one statement: SQLite blocks the event loop for about a millisecond. */
const SLICE = 100

/**
 * As {@link readNumbered}, in slices between which the event loop serves other requests. Reads by number are short. Beside the
 * event loop they would wait for long reads, and be refused after those.
 */
export const readNumberedInSlices = (db: Db, after: number, limit: number): Promise<NumberedEntry[]> =>
  inSlices(db, readNumbered, { after, limit })

/** {@link readNumberedInSlices}, with positions. */
export const readPositionedInSlices = (db: Db, after: number, limit: number): Promise<PositionedEntry[]> =>
  inSlices(db, readPositioned, { after, limit })

async function inSlices<T extends NumberedEntry>(
  db: Db,
  read: (db: Db, after: number, limit: number) => Promise<T[]>,
  { after, limit }: { after: number; limit: number },
): Promise<T[]> {
  if (!blocksEventLoop(db)) return read(db, after, limit)
  const entries: T[] = []
  for (;;) {
    const most = Math.min(SLICE, limit - entries.length)
    const some = await read(db, entries.at(-1)?.number ?? after, most)
    entries.push(...some)
    if (some.length < most || entries.length === limit) return entries
    await yieldToEventLoop()
  }
}

/** Who did it, and when: the entries with these numbers, in order. */
export function readEntriesAt(db: Db, numbers: readonly number[]) {
  const columns = ['audit_entries.id', 'action', 'batch', 'actor_id', 'actor_name'] as const
  return hasNumbers(db)
    ? db
        .selectFrom('audit_numbers')
        .innerJoin('audit_entries', 'audit_entries.id', 'audit_numbers.entry_id')
        .where(isAmong(db, sql.ref('audit_numbers.number'), numbers))
        .select([...columns, 'number', 'audit_numbers.at'])
        .orderBy('number')
        .execute()
    : db
        .selectFrom('audit_entries')
        .where(isAmong(db, sql.ref('audit_entries.id'), numbers))
        .select([...columns, 'audit_entries.id as number', 'at'])
        .orderBy('audit_entries.id')
        .execute()
}

/** The first and the last number of the entries of a transaction around one of them, without those of others in between. */
export async function runOf(db: Db, { number, batch }: { number: number; batch: string }) {
  const others = hasNumbers(db)
    ? sql`(select number from audit_numbers join audit_entries on audit_entries.id = audit_numbers.entry_id
        where audit_entries.batch <> ${batch})`
    : sql`(select id as number from audit_entries where batch <> ${batch})`
  const before = await sql<{ number: number }>`
    select number from ${others} as others where number < ${number} order by number desc limit 1`.execute(db)
  const after = await sql<{ number: number }>`
    select number from ${others} as others where number > ${number} order by number limit 1`.execute(db)
  const [earlier, later] = [before.rows[0], after.rows[0]]
  return {
    first: (earlier?.number ?? 0) + 1,
    last: later ? later.number - 1 : await lastNumber(db),
  }
}

/** Entries about links: of one action, with these records on one side, or on both. */
export interface OfLinks {
  action: string
  subject?: { type: string; ids: readonly number[] } | undefined
  other?: { type: string; ids: readonly number[] } | undefined
}

const entriesOf = (db: Db, { action, subject, other }: OfLinks) => {
  let entries = db.selectFrom('audit_entries').where('action', '=', action)
  if (subject)
    entries = entries
      .where('subject_type', '=', subject.type)
      .where(isAmong(db, sql.ref('audit_entries.subject_id'), subject.ids))
  if (other)
    entries = entries
      .where('other_type', '=', other.type)
      .where(isAmong(db, sql.ref('audit_entries.other_id'), other.ids))
  return entries.select(['audit_entries.subject_id', 'audit_entries.other_id'])
}

/** All of them, in no order; the number is null if it is not given yet. */
export function readOfLinks(
  db: Db,
  links: OfLinks,
  limit: number,
): Promise<{ number: number | null; subject_id: number | null; other_id: number | null }[]> {
  const entries = entriesOf(db, links).limit(limit)
  return hasNumbers(db)
    ? entries
        .leftJoin('audit_numbers', 'audit_numbers.entry_id', 'audit_entries.id')
        .select('audit_numbers.number')
        .execute()
    : entries.select('audit_entries.id as number').execute()
}

/** Numbers after one and up to another. */
interface Between {
  after: number
  last: number
  limit: number
}

/** Those with these numbers, in order. */
const readBetween = <Columns>(
  db: Db,
  entries: SelectQueryBuilder<Database, 'audit_entries', Columns>,
  { after, last, limit }: Between,
) =>
  hasNumbers(db)
    ? entries
        .innerJoin('audit_numbers', 'audit_numbers.entry_id', 'audit_entries.id')
        .where('audit_numbers.number', '>', after)
        .where('audit_numbers.number', '<=', last)
        .select('audit_numbers.number')
        .orderBy('audit_numbers.number')
        .limit(limit)
        .execute()
    : entries
        .where('audit_entries.id', '>', after)
        .where('audit_entries.id', '<=', last)
        .select('audit_entries.id as number')
        .orderBy('audit_entries.id')
        .limit(limit)
        .execute()

export const readOfLinksBetween = (
  db: Db,
  links: OfLinks,
  between: Between,
): Promise<{ number: number; subject_id: number | null }[]> => readBetween(db, entriesOf(db, links), between)

/** Entries about one record, in short. */
export const readOfSubject = (
  db: Db,
  { type, id }: { type: string; id: number | null },
  between: Between,
): Promise<Pick<NumberedEntry, 'number' | 'uuid' | 'action' | 'via' | 'subject_id'>[]> => {
  const entries = db
    .selectFrom('audit_entries')
    .where('subject_type', '=', type)
    .where('subject_id', id === null ? 'is' : '=', id)
    .select(['uuid', 'action', 'via', 'subject_id'])
  return readBetween(db, entries, between)
}

/** The number of an entry, if it has one. */
export const numberOf = (db: Db, uuid: string): Promise<number | undefined> =>
  numberIn(db, db.selectFrom('audit_entries').where('uuid', '=', uuid))

export const numberOfId = (db: Db, id: number): Promise<number | undefined> =>
  numberIn(db, db.selectFrom('audit_entries').where('audit_entries.id', '=', id))

async function numberIn(
  db: Db,
  entry: SelectQueryBuilder<Database, 'audit_entries', object>,
): Promise<number | undefined> {
  const row = hasNumbers(db)
    ? await entry
        .innerJoin('audit_numbers', 'entry_id', 'audit_entries.id')
        .select('number')
        .executeTakeFirst()
    : await entry.select('audit_entries.id as number').executeTakeFirst()
  return row?.number
}

/** Whether there is an entry, with a number or without. */
export async function isRecorded(db: Db, uuid: string): Promise<boolean> {
  const row = await db.selectFrom('audit_entries').where('uuid', '=', uuid).select('id').executeTakeFirst()
  return row !== undefined
}

/** The entries after a number, or without one yet, as a table. */
export const laterEntries = (db: Db, number: number): RawBuilder<unknown> =>
  hasNumbers(db)
    ? sql`(select audit_entries.*, audit_numbers.number from audit_entries
        left join audit_numbers on audit_numbers.entry_id = audit_entries.id
        where audit_numbers.number is null or audit_numbers.number > ${number})`
    : sql`(select audit_entries.*, id as number from audit_entries where id > ${number})`

/** The last number that was given at a time: what was committed by then. */
export async function numberAt(db: Db, at: string): Promise<number> {
  const row = hasNumbers(db)
    ? await db
        .selectFrom('audit_numbers')
        .where('at', '<=', at)
        .select('number')
        .orderBy('at', 'desc')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    : await db
        .selectFrom('audit_entries')
        .where('at', '<=', at)
        .select('id as number')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
  return row?.number ?? 0
}

/** The last number that was given; 0 if there is none. */
export async function lastNumber(db: Db): Promise<number> {
  const row = hasNumbers(db)
    ? await db
        .selectFrom('audit_numbers')
        .select('number')
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    : await db
        .selectFrom('audit_entries')
        .select('id as number')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
  return row?.number ?? 0
}

/** All entries, also those without a number yet. */
export const countEntries = (db: Db): Promise<number> => countOf(db.selectFrom('audit_entries'))

/** How many entries will never have a number of their own. */
export async function countUnnumbered(db: Db): Promise<number> {
  // Numbers begin with 1, and each has one entry.
  if (!hasNumbers(db)) return countOf(db.selectFrom('audit_entries').where('id', '<', 1))
  const settled = await settledIn(db)
  const entries = await countOf(db.selectFrom('audit_entries').where('id', '<=', settled))
  return entries - (await countOf(db.selectFrom('audit_numbers').where('entry_id', '<=', settled)))
}

async function countOf(
  rows:
    | SelectQueryBuilder<Database, 'audit_entries', object>
    | SelectQueryBuilder<Database, 'audit_numbers', object>,
): Promise<number> {
  const { count } = await (rows as SelectQueryBuilder<Database, 'audit_entries', object>)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes the first entries up to a number, with what gives them their numbers. @param kept actions whose entries stay
 * @returns how many were deleted
 */
export async function deleteNumbered(
  db: Db,
  { through, kept, limit }: { through: number; kept: readonly string[]; limit: number },
): Promise<number> {
  const some = (await readNumberedIds(db, { through, kept, limit })).map(({ id }) => id)
  if (some.length === 0) return 0
  if (hasNumbers(db)) await db.deleteFrom('audit_numbers').where('entry_id', 'in', some).execute()
  await db.deleteFrom('audit_entries').where('id', 'in', some).execute()
  return some.length
}

const readNumberedIds = (
  db: Db,
  { through, kept, limit }: { through: number; kept: readonly string[]; limit: number },
): Promise<{ id: number }[]> =>
  hasNumbers(db)
    ? db
        .selectFrom('audit_numbers')
        .innerJoin('audit_entries', 'audit_entries.id', 'audit_numbers.entry_id')
        .where('number', '<=', through)
        .where('action', 'not in', kept)
        .select('audit_entries.id')
        .orderBy('number')
        .limit(limit)
        .execute()
    : db
        .selectFrom('audit_entries')
        .where('id', '<=', through)
        .where('action', 'not in', kept)
        .select('id')
        .orderBy('id')
        .limit(limit)
        .execute()

/** See `AuditNumberTable`. */
export async function settledIn(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_numbers')
    .select('settled')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.settled ?? 0
}

/** Gives the entries that were copied into an empty database their ids as numbers. */
export async function numberCopied(db: Db): Promise<void> {
  if (!hasNumbers(db)) return
  await sql`insert into audit_numbers (number, entry_id, at, settled)
    select id, id, coalesce(numbered_at, at), id from audit_entries`.execute(db)
}
