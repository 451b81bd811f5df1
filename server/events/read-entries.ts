import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { MOST_COUNTED_ENTRIES, type OUTCOMES } from '../../contract/audit.ts'
import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { canSeeContacts } from '../access/guard.ts'
import {
  mayRead,
  type Resource,
  type ResourceRegistry,
  resourceNamed,
  slugToRead,
} from '../crud/define/resource.ts'
import { countSome } from '../crud/endpoints/counted-page.ts'
import { listOf } from '../crud/query/list.ts'
import { pageIds } from '../crud/query/list-ids.ts'
import { readListQuery } from '../crud/query/list-query.ts'
import { withoutIndex } from '../db/queries/id-lists.ts'
import { longReadDb } from '../db/queries/long-reads.ts'
import type { AuditEntryTable, Database, Db } from '../db/tables.ts'

export interface EntryFilters {
  subject_type?: string | undefined
  subject_id?: number | undefined
  other_type?: string | undefined
  other_id?: number | undefined
  actor_id?: number | undefined
  outcome?: (typeof OUTCOMES)[number] | undefined
  batch?: string | undefined
  /** `users.*` selects all actions that begin with `users.`. */
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** An id: selects older entries. */
  before?: number | undefined
  /** Records, by type, that the entries are about or that are on their other side. */
  records?: ReadonlyMap<string, readonly number[]> | undefined
}

interface PageOfEntries {
  page: number
  perPage: number
}

/** The types of subjects that are not resources, each with the permission to read entries about it. */
const OTHER_TYPES: Record<string, Slug> = {
  tokens: 'can-assign-api-tokens',
  factors: 'can-read-users',
  offboardings: 'can-read-users',
  mails: 'can-manage-mail',
  audit: 'can-read-audit',
  installation: 'can-read-audit',
}

/** All types of subjects, each with the permission to read entries about it. */
const allTypes = ({ registry }: Ctx): (readonly [type: string, slug: Slug])[] => [
  ...(registry as ResourceRegistry).all.map((one) => [one.name, slugToRead(one)] as const),
  ...Object.entries(OTHER_TYPES),
]

/** The types of subjects whose entries the caller may read. */
export const readableTypes = (ctx: Ctx): string[] =>
  allTypes(ctx)
    .filter(([, slug]) => ctx.actor.grants.has(slug))
    .map(([type]) => type)

type Entries = ExpressionBuilder<Database, 'audit_entries'>

/** @param types that the caller may read */
function isReadable(eb: Entries, ctx: Ctx, types: readonly string[]): Expression<SqlBool> {
  // Nothing to compare: entries are counted by an index alone, eight times as fast.
  if (types.length === allTypes(ctx).length) return eb.and([])
  return eb.and([
    eb(withoutIndex(ctx.db, 'subject_type'), 'in', types),
    eb.or([eb('other_type', 'is', null), eb('other_type', 'in', types)]),
  ])
}

/** With literals: only then the index of refused attempts is used. */
const OF_OUTCOME = {
  done: sql<SqlBool>`outcome = 'done'`,
  refused: sql<SqlBool>`outcome = 'refused'`,
}

function matches(
  eb: Entries,
  db: Db,
  { action, outcome, from, to, before, records, ...exact }: EntryFilters,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = records ? [isAbout(eb, db, records)] : []
  for (const [column, value] of Object.entries(exact))
    if (value !== undefined) conditions.push(eb(column as keyof typeof exact, '=', value))
  if (action?.endsWith('.*')) {
    // Uses a range of the index: `/` follows `.` in ASCII.
    const start = action.slice(0, -1)
    conditions.push(eb('action', '>=', start), eb('action', '<', `${start.slice(0, -1)}/`))
  } else if (action !== undefined) conditions.push(eb('action', '=', action))
  if (outcome !== undefined) conditions.push(OF_OUTCOME[outcome])
  if (from !== undefined) conditions.push(eb('at', '>=', from))
  if (to !== undefined) conditions.push(eb('at', '<', to))
  if (before !== undefined) conditions.push(eb('id', '<', before))
  return eb.and(conditions)
}

/** By ids: SQLite would read all entries, newest first, to find those of a condition on both sides. */
function isAbout(eb: Entries, db: Db, records: NonNullable<EntryFilters['records']>): Expression<SqlBool> {
  const [first, ...others] = [...records]
    .filter(([, ids]) => ids.length > 0)
    .flatMap(([type, ids]) =>
      (['subject', 'other'] as const).map((side) =>
        db
          .selectFrom('audit_entries')
          .where(`${side}_type`, '=', type)
          .where(`${side}_id`, 'in', ids)
          .select('id'),
      ),
    )
  if (!first) return eb.val(false)
  return eb(
    'id',
    'in',
    others.reduce((all, one) => all.unionAll(one), first),
  )
}

/** A page of the entries that the caller may read, newest first. At most {@link MOST_COUNTED_ENTRIES} are counted. */
export async function readEntries(ctx: Ctx, filters: EntryFilters, page: PageOfEntries) {
  const db = await longReadDb(ctx)
  const types = readableTypes(ctx)
  const found = db
    .selectFrom('audit_entries')
    .where((eb) =>
      eb.and([matches(eb, db, filters), types.length > 0 ? isReadable(eb, ctx, types) : eb.val(false)]),
    )
  const hasTimes = filters.from !== undefined || filters.to !== undefined
  // By the index of times, which is also in the order of ids.
  const rows = await readPage(hasTimes ? found.orderBy('at', 'desc') : found, page)
  return {
    records: rows.map((row) => shown(ctx, row)),
    ...(await countSome(db, found.select('id').limit(MOST_COUNTED_ENTRIES + 1))),
  }
}

const readPage = (
  found: SelectQueryBuilder<Database, 'audit_entries', object>,
  { page, perPage }: PageOfEntries,
) =>
  found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()

/** The entries about one record and about its links, newest first. */
export async function readHistory(
  ctx: Ctx,
  resource: Resource,
  id: number,
  before: number | undefined,
  page: PageOfEntries,
) {
  const db = await longReadDb(ctx)
  const isOwn = resource.ownerColumn === 'id' && id === ctx.actor.userId
  const types = readableTypes(ctx)
  const some = (side: 'subject' | 'other') =>
    db
      .selectFrom('audit_entries')
      .where((eb) =>
        eb.and([
          eb(`${side}_type`, '=', resource.name),
          eb(`${side}_id`, '=', id),
          ...(before === undefined ? [] : [eb('id', '<', before)]),
          ...(isOwn ? [] : [isReadable(eb, ctx, types)]),
        ]),
      )
      .select('id')
      .orderBy('id', 'desc')
      // The page is among the newest entries of both indices.
      .limit(MOST_COUNTED_ENTRIES + 1)
  const ids = db
    .selectFrom(some('subject').as('subjects'))
    .select('id')
    .union(db.selectFrom(some('other').as('others')).select('id'))
  const rows = await readPage(db.selectFrom('audit_entries').where('id', 'in', ids), page)
  return {
    records: rows.map((row) => shown(ctx, row, isOwn)),
    ...(await countSome(db, ids.limit(MOST_COUNTED_ENTRIES + 1))),
  }
}

type Row = Selectable<AuditEntryTable>

/** Leaves out what seals the entry, and what the caller may not see: contact details, addresses and user agents of others. */
export function shown<T extends Row>(
  { actor, ...ctx }: Ctx,
  { salts, digests, numbered_at, ...row }: T,
  isOwn = false,
) {
  const resource = ctx.registry && resourceOf(ctx as Ctx, row.subject_type)
  const hidden = isOwn || canSeeContacts({ actor }) ? [] : ((resource?.contact ?? []) as readonly string[])
  const changes = row.changes?.filter(({ field }) => !hidden.includes(field)) ?? null
  // A webhook, or a token made for somebody else, has no entries of its own. Entries of strangers have no actor either.
  const isOthers = actor.userId === null || row.actor_id !== actor.userId
  return {
    ...row,
    changes,
    ...(isOthers && !actor.grants.has('can-read-audit') && FROM_WHERE),
    ...(isOthers && !actor.grants.has('can-read-users') && { ...FROM_WHERE, ...BY_WHOM }),
  }
}

/** How a reader sees entries, one at a time; undefined for those that they may not read. */
export type EntryReader = (row: Row) => object | undefined

export function entryReader(ctx: Ctx): EntryReader {
  const types = new Set(readableTypes(ctx))
  return (row) =>
    types.has(row.subject_type) && (row.other_type === null || types.has(row.other_type))
      ? shown(ctx, row)
      : undefined
}

/** Readers with the same view may read the same entries, and see the same of them. */
export function viewOf(ctx: Ctx): string {
  const { grants, userId } = ctx.actor
  const isComplete = grants.has('can-read-audit') && grants.has('can-read-users')
  return [...readableTypes(ctx), canSeeContacts(ctx), isComplete || userId].join()
}

/** Subscribers get one event for an import, and not one for each of its records. */
export const isTold = ({ via, action }: Pick<Row, 'via' | 'action'>): boolean =>
  via !== 'import' || action === 'import'

const FROM_WHERE = { ip: null, user_agent: null }
const BY_WHOM = { actor_name: null, token_name: null, token_maker_name: null }

function resourceOf(ctx: Ctx, type: string): Resource | undefined {
  return type in OTHER_TYPES ? undefined : resourceNamed(ctx, type as Resource['name'])
}

/** Records whose entries a search shows. */
export const MOST_RECORDS_FOUND = 100

/**
 * The ids of records, live or soft-deleted, that contain these words, by the name of their resource: the newest of each resource
 * that the caller may read, in turn.
 * @throws Refusal 422
 */
export async function findRecords(ctx: Ctx, q: string): Promise<Map<string, number[]>> {
  const found: { name: string; ids: number[] }[] = []
  for (const resource of (ctx.registry as ResourceRegistry).all) {
    if (!mayRead(ctx, resource)) continue
    const query = await readListQuery(ctx, resource, { q, trashed: 'true' }, {})
    const { ids } = await pageIds(await listOf(ctx, resource, query), 0, MOST_RECORDS_FOUND)
    found.push({ name: resource.name, ids })
  }
  const records = new Map(found.map(({ name }) => [name, [] as number[]]))
  let left = MOST_RECORDS_FOUND
  for (let place = 0; place < MOST_RECORDS_FOUND; place++)
    for (const { name, ids } of found) {
      const id = ids[place]
      if (id === undefined || left === 0) continue
      records.get(name)?.push(id)
      left -= 1
    }
  return records
}
