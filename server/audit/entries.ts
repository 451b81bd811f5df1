import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Action } from '../../contract/actions.ts'
import type { Actor } from '../access/actor.ts'
import { type AtEnd, afterCommit, atEnd } from '../access/at-end.ts'
import type { Ctx } from '../access/context.ts'
import { perDb } from '../db/per-db.ts'
import { inBatches } from '../db/queries/chunks.ts'
import { inOrder } from '../db/queries/numbered-entries.ts'
import { sendStatement } from '../db/queries/pipeline.ts'
import { prepared, preparedByShape, slot, slotsFor } from '../db/queries/prepared.ts'
import type { AuditChange, AuditEntryTable, Db, RecordTableName } from '../db/tables.ts'
import { newSalts } from './leaves.ts'

/** A record that an entry is about. If no name is given, it is read when the entry is inserted. */
export type Party = (
  | { id: number | null }
  /** A record whose id is not known yet. */
  | { uuid: string; table: RecordTableName }
) & {
  /** The name of the resource in paths: `users`, `taxonomy-types`. */
  type: string
  name?: string | null | undefined
  table?: RecordTableName | undefined
}

export interface NewEntry {
  action: Action
  subject: Party
  other?: Party | undefined
  changes?: readonly AuditChange[] | undefined
  counts?: Readonly<Record<string, number>> | undefined
  /** `done` by default. */
  outcome?: AuditEntryTable['outcome']
  /** A new one unless it is given. */
  uuid?: string
  /** Who did it: the caller unless it is given. */
  actor?: Actor
}

/** Gathers an entry about a user. */
export const recordOfUser = (
  ctx: Ctx,
  action: Action,
  userId: number,
  more: Omit<NewEntry, 'action' | 'subject'> = {},
): void => recordEntry(ctx, { ...more, action, subject: { type: 'users', table: 'users', id: userId } })

/** Gathers an entry, which the transaction inserts at its end. */
export const recordEntry = (ctx: Ctx, entry: NewEntry): void =>
  // Part of the transaction may be done in the name of somebody else, such as the inviter.
  atEnd(ctx, insertEntries, { actor: ctx.actor, ...entry })

/** Rows per slice: between slices, the event loop serves other requests. */
const ROWS_PER_SLICE = 512

/**
 * Gathers an entry for each item. The entries of many items are inserted at once instead of at the end of the transaction,
 * which may change a million links.
 */
export async function recordEntries<Item>(
  ctx: Ctx,
  items: readonly Item[],
  entryOf: (item: Item) => NewEntry,
): Promise<void> {
  if (items.length <= ROWS_PER_SLICE) for (const item of items) recordEntry(ctx, entryOf(item))
  else for await (const some of inBatches(items, ROWS_PER_SLICE)) await insertEntries(ctx, some.map(entryOf))
}

const batchOf = perDb(() => randomUUIDv7())

const goneNames = perDb(() => new Map<string, string>())

/** For users and tokens that the transaction deletes: its entries name whoever made the change, and are inserted afterwards. */
export const keepName = (
  { db }: Ctx,
  table: 'users' | 'tokens',
  { id, name }: { id: number; name: string },
): void => {
  goneNames(db).set(`${table} ${id}`, name)
}

/** Rows per statement. Few sizes, since each has a prepared statement. */
const ROWS_PER_STATEMENT = [64, 16, 4, 1]

/**
 * Statements of so many rows get the names of the caller and the token as values. Each row would look them up otherwise, which costs
 * PostgreSQL more than the row itself (64 rows: 16 ms instead of 7).
 */
const NAMES_READ_FROM = 16

/** One statement for all entries of a shape that follow each other, up to 64. */
export const insertEntries: AtEnd<NewEntry> = async (ctx, entries) => {
  if (ctx.onRecorded) afterCommit(ctx, ctx.onRecorded)
  for await (const slice of inBatches(entries, ROWS_PER_SLICE))
    for (const { actor, shape, some } of runsIn(slice, ctx.actor))
      await insertShape({ ...ctx, actor }, shape, some)
}

interface Run {
  actor: Actor
  shape: string
  some: NewEntry[]
}

/** Runs of a slice. With more, entries are grouped by shape, and are in another order than they were gathered. */
const MAX_RUNS = 64

function runsIn(entries: readonly NewEntry[], caller: Actor): Run[] {
  const runs: Run[] = []
  for (const entry of entries) {
    const { actor = caller } = entry
    const shape = shapeOf(entry)
    const isSame = (run: Run | undefined) => run?.actor === actor && run.shape === shape
    const run = runs.length < MAX_RUNS ? runs.at(-1) : runs.findLast(isSame)
    if (run && isSame(run)) run.some.push(entry)
    else runs.push({ actor, shape, some: [entry] })
  }
  return runs
}

async function insertShape(ctx: Ctx, shape: string, entries: readonly NewEntry[]): Promise<void> {
  const common = { ...commonValues(ctx), ...(entries.length >= NAMES_READ_FROM && (await namesOf(ctx))) }
  for (let done = 0; done < entries.length; ) {
    const size = ROWS_PER_STATEMENT.find((size) => size <= entries.length - done) as number
    const some = entries.slice(done, done + size)
    const insert = inserts(ctx.db, `${shape} ${size}`, (db) =>
      db
        .insertInto('audit_entries')
        .values(
          some.map(({ subject, other }, index) =>
            slotsOf(db, `${index} `, { subject, other }, slotsFor(common), size >= NAMES_READ_FROM),
          ),
        ),
    )
    const values: Record<string, unknown> = { ...common }
    for (const [index, entry] of some.entries())
      for (const [name, value] of Object.entries(rowOf(withoutImported(ctx, entry))))
        values[`${index} ${name}`] = value
    await sendStatement(ctx.db, insert.of(ctx.db, values))
    done += size
  }
}

const inserts = preparedByShape()

/** The names of who does it, now. */
async function namesOf({ db, actor: { token, authorId } }: Ctx) {
  const [names] = await readNames(db, {
    actor_id: authorId,
    token_id: token?.id ?? null,
    token_maker_id: token?.maker_id ?? null,
  })
  return names as Record<'actor_name' | 'token_name' | 'token_maker_name', string | null>
}

const readNames = prepared((db) =>
  db.selectNoFrom([
    nameOf('users', 'id', slot('actor_id')).as('actor_name'),
    nameOf('tokens', 'id', slot('token_id')).as('token_name'),
    nameOf('users', 'id', slot('token_maker_id')).as('token_maker_name'),
  ]),
)

/** Entries of one shape differ in their values only. */
const shapeOf = ({ subject, other }: NewEntry): string =>
  [subject, other].map((party) => party && `${party.table} ${'uuid' in party}`).join()

/** What all entries of a transaction have in common. */
function commonValues({ db, actor, now, ip, userAgent, origin }: Ctx): Record<string, unknown> {
  const { token, authorId } = actor
  const gone = (table: string, id: number | null | undefined) => goneNames(db).get(`${table} ${id}`) ?? null
  return {
    at: now(),
    actor_id: authorId,
    gone_actor: gone('users', authorId),
    token_id: token?.id ?? null,
    gone_token: gone('tokens', token?.id),
    token_maker_id: token?.maker_id ?? null,
    gone_maker: gone('users', token?.maker_id),
    via: origin?.via ?? 'command',
    ip,
    user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    request_id: origin?.requestId ?? null,
    reason: origin?.reason ?? null,
    batch: batchOf(db),
  }
}

const MAX_USER_AGENT = 255

/** Entries about the records of an import do not repeat its file. The entry of the import has the digest of the file. */
const withoutImported = ({ origin }: Ctx, entry: NewEntry): NewEntry =>
  origin?.via === 'import' && entry.action !== 'import' ? { ...entry, changes: undefined } : entry

const rowOf = ({
  uuid = randomUUIDv7(),
  action,
  outcome = 'done',
  subject,
  other,
  changes,
  counts,
}: NewEntry) => ({
  uuid,
  action,
  outcome,
  ...partyValues('subject', subject),
  ...partyValues('other', other),
  changes: changes && changes.length > 0 ? changes : null,
  counts: counts ?? null,
  salts: newSalts(),
})

const partyValues = (side: 'subject' | 'other', party: Party | undefined) => ({
  [`${side}_type`]: party?.type ?? null,
  [`${side}_key`]: party ? ('uuid' in party ? party.uuid : party.id) : null,
  [`${side}_name`]: party?.name ?? null,
})

/**
 * A row of the statement.
 * @param prefix of the slots of its own values
 * @param hasNames whether the names of the caller and the token are among the common values
 */
function slotsOf(
  db: Db,
  prefix: string,
  { subject, other }: Pick<NewEntry, 'subject' | 'other'>,
  {
    at,
    actor_id,
    gone_actor,
    token_id,
    gone_token,
    token_maker_id,
    gone_maker,
    actor_name,
    token_name,
    token_maker_name,
    batch,
    ...common
  }: Record<string, unknown>,
  hasNames: boolean,
) {
  const own = (name: string) => slot(`${prefix}${name}`)
  const nameOrGone = (table: string, id: unknown, name: unknown, gone: unknown) =>
    sql`coalesce(${hasNames ? name : nameOf(table, 'id', id)}, ${gone})`
  return {
    ...common,
    ...inOrder(db, { at, batch }),
    uuid: own('uuid'),
    action: own('action'),
    outcome: own('outcome'),
    ...partySlots('subject', subject, own),
    ...partySlots('other', other, own),
    changes: own('changes'),
    counts: own('counts'),
    salts: own('salts'),
    actor_id,
    actor_name: nameOrGone('users', actor_id, actor_name, gone_actor),
    token_id,
    token_name: nameOrGone('tokens', token_id, token_name, gone_token),
    token_maker_id,
    token_maker_name: nameOrGone('users', token_maker_id, token_maker_name, gone_maker),
  } as unknown as Insertable<AuditEntryTable>
}

function partySlots(side: 'subject' | 'other', party: Party | undefined, own: (name: string) => unknown) {
  const key = own(`${side}_key`)
  const name = own(`${side}_name`)
  const [table, column] = [party?.table, party && 'uuid' in party ? 'uuid' : 'id']
  return {
    [`${side}_type`]: own(`${side}_type`),
    [`${side}_id`]:
      table && column === 'uuid' ? sql`(select id from ${sql.table(table)} where uuid = ${key})` : key,
    [`${side}_name`]: table ? sql`coalesce(${name}, ${nameOf(table, column, key)})` : name,
  }
}

const nameOf = (table: string, column: string, key: unknown) =>
  sql<string | null>`(select name from ${sql.table(table)} where ${sql.ref(column)} = ${key})`
