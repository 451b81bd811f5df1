import { sql } from 'kysely'
import type { LinkAction, RecordVerb } from '../../../contract/actions.ts'
import type { Ctx } from '../../access/context.ts'
import { changesBetween, type Recorded } from '../../audit/changes.ts'
import { insertEntries, type NewEntry, recordEntries, recordEntry } from '../../audit/entries.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import type { LinkTableName } from '../../db/tables.ts'
import type { Fields } from '../../values/fields.ts'
import { columnsOf } from '../define/columns.ts'
import type { AnyRow, Links, Resource, ResourceRegistry } from '../define/resource.ts'
import type { LinkPlan } from './link-plan.ts'

/** Records the creation of a record. Its id is not known yet, but its uuid. */
export const recordCreation = (ctx: Ctx, resource: Resource, row: Fields & { uuid: string }): void =>
  recordEntry(ctx, {
    action: `${resource.name}.create`,
    subject: { type: resource.name, table: resource.table, uuid: row.uuid },
    changes: changesBetween({}, row, columnsOf(resource).recorded),
  })

/** Records a change of a stored record; nothing if no recorded field changes. */
export function recordUpdate(ctx: Ctx, resource: Resource, row: AnyRow, changed: Fields): void {
  const changes = changesBetween(row, changed, columnsOf(resource).recorded)
  if (changes.length > 0) recordEntry(ctx, { ...entryOf(resource, row, 'update'), changes })
}

/** Records what happens to a record as a whole. */
export const recordAction = (
  ctx: Ctx,
  resource: Resource,
  row: AnyRow,
  verb: 'delete' | 'restore' | 'destroy',
  counts?: NewEntry['counts'],
): void =>
  recordEntry(ctx, {
    ...entryOf(resource, row, verb),
    counts,
    // Events name their subject by its uuid, also when the record is gone.
    ...(verb === 'destroy' && { changes: [{ field: 'uuid', from: row.uuid, to: null }] }),
  })

const entryOf = (resource: Resource, row: AnyRow, verb: RecordVerb): NewEntry => ({
  action: `${resource.name}.${verb}`,
  // The name is read when the entry is inserted: in some tables it is a generated column. Then a destroyed record is gone.
  subject: {
    type: resource.name,
    id: row.id,
    ...(verb === 'destroy' ? { name: row.name as string } : { table: resource.table }),
  },
})

/** The two sides of a link table. The subject is the one after which the table is named. */
interface Sides {
  subject: Resource
  other: Resource
  subjectColumn: string
}

function sidesOf(registry: ResourceRegistry, table: LinkTableName): Sides {
  for (const subject of registry.all)
    for (const relation of Object.values(subject.relations))
      if (
        relation.kind === 'links' &&
        relation.links.table === table &&
        isNamedAfter(table, relation.links.from)
      )
        return { subject, other: registry.named(relation.to), subjectColumn: relation.links.from }
  throw new Error(`No relation has the links of ${table}.`)
}

const isNamedAfter = (table: string, column: string) => table.startsWith(column.replace(/id$/, ''))

type LinkVerb = 'add' | 'change' | 'remove'

/** A change of a link: from a record of the relation to a member. */
interface LinkEntry {
  from: number
  to: number
  verb: LinkVerb
  before?: Fields
  after?: object
}

const OF_LINKS: Recorded = { shown: ['is_active', 'expires_at'], secrets: {} }

/** The defaults of a link, which its entry leaves out. */
const NEW: Fields = { is_active: true, expires_at: null }

/** What a link had beside the defaults, as null: it is gone. */
const unusual = (link: Fields): Fields =>
  Object.fromEntries(
    Object.entries(NEW).flatMap(([name, value]) => (link[name] === value ? [] : [[name, null]])),
  )

/** Records changes of links. The entries are the same for both directions of the relation. */
export const recordLinks = (ctx: Ctx, links: Links, changed: readonly LinkEntry[]): Promise<void> =>
  recordEntries(ctx, changed, entryMaker(ctx, links))

const entriesOf = (ctx: Ctx, links: Links, changed: readonly LinkEntry[]): NewEntry[] =>
  changed.map(entryMaker(ctx, links))

function entryMaker({ registry }: Ctx, links: Links): (changed: LinkEntry) => NewEntry {
  const { subject, other, subjectColumn } = sidesOf(registry as ResourceRegistry, links.table)
  const isForward = links.from === subjectColumn
  return ({ from, to, verb, before = NEW, after = {} }) => ({
    action: `${subject.name}.${other.name}.${verb}` as LinkAction,
    subject: { type: subject.name, table: subject.table, id: isForward ? from : to },
    other: { type: other.name, table: other.table, id: isForward ? to : from },
    changes: changesBetween(before, verb === 'remove' ? unusual(before) : (after as Fields), OF_LINKS),
  })
}

/** Records the changes of a plan. */
export const recordLinkPlan = (ctx: Ctx, links: Links, from: number, plan: LinkPlan): Promise<void> =>
  recordLinks(ctx, links, [
    ...plan.add.entries().map(([to, after]) => ({ from, to, verb: 'add' as const, after })),
    ...plan.update.map(({ link, attributes: after }) => ({
      from,
      to: link.target,
      verb: 'change' as const,
      before: { ...link },
      after,
    })),
    ...plan.remove.map(({ target: to, is_active, expires_at }) => ({
      from,
      to,
      verb: 'remove' as const,
      before: { is_active, expires_at },
    })),
  ])

/** Records that a record takes its links with it. At once: the names of the entries are read while it is there. */
export async function recordLinksGone(ctx: Ctx, { relations }: Resource, row: AnyRow): Promise<void> {
  for (const relation of Object.values(relations)) {
    if (relation.kind !== 'links') continue
    const { links } = relation
    for (let last = 0; ; ) {
      const some = await linksAfter(ctx, links, row.id, last)
      if (some.length === 0) break
      await insertEntries(
        ctx,
        entriesOf(
          ctx,
          links,
          some.map(({ to, is_active, expires_at }) => ({
            from: row.id,
            to,
            verb: 'remove',
            before: { is_active, expires_at },
          })),
        ),
      )
      last = some.at(-1)?.id as number
      if (some.length < BATCH_SIZES.rows) break
    }
  }
}

const linksAfter = ({ db }: Ctx, { table, from, to }: Links, fromId: number, last: number) =>
  db
    .selectFrom(table)
    .where(sql.ref(from), '=', fromId)
    .where('id', '>', last)
    .select(['id', 'is_active', 'expires_at', sql.ref<number>(to).as('to')])
    .orderBy('id')
    .limit(BATCH_SIZES.rows)
    .execute()
