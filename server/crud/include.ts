import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { guard } from '../access/guard.ts'
import { badRequest } from '../errors.ts'
import type { Fields } from '../http/parameters.ts'
import { GrammarError, type IncludeTree, parseInclude } from './grammar.ts'
import { embedCounts, embedReferences, hideContacts } from './present.ts'
import { joinLinks, relationsOf, withPivot } from './relations.ts'
import { type Relation, type Resource, resourceNamed } from './resource.ts'
import { type AnyDatabase, anyTable, selectReadable } from './store.ts'

/** Records one included relation may bring in all. Beyond it, the relation's own pages are the way. */
const MAX_INCLUDED = 10_000

/** Reads `roles.permissions,registration`. @throws Refusal 400 naming the relations there are; 403 */
export function readInclude(ctx: Ctx, resource: Resource, text: string | undefined): IncludeTree {
  if (text === undefined) return new Map()
  try {
    const tree = parseInclude(text)
    allowInclude(ctx, resource, tree)
    return tree
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error
    throw badRequest('bad_include', `include ${error.message}.`)
  }
}

function allowInclude(ctx: Ctx, resource: Resource, tree: IncludeTree): void {
  const relations = relationsOf(resource)
  for (const [name, branch] of tree) {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined
    if (!relation) {
      const allowed = Object.keys(relations).join(', ')
      throw badRequest('bad_include', `${resource.name} have no such relation. Allowed: ${allowed}.`)
    }
    guard(ctx.actor, { needs: [`can-read-${relation.to}` as Slug] })
    allowInclude(ctx, resourceNamed(relation.to), branch)
  }
}

/** What every answered record gets: references in short, relations asked for, hidden what must be. */
export async function complete(
  ctx: Ctx,
  resource: Resource,
  records: Fields[],
  tree: IncludeTree = new Map(),
): Promise<void> {
  await embedCounts(ctx, resource, records)
  await embedReferences(ctx, resource, records)
  await include(ctx, resource, records, tree)
  hideContacts(ctx, resource, records)
}

/** Adds the relations to the records: one query for each, however many records there are. */
async function include(ctx: Ctx, resource: Resource, records: Fields[], tree: IncludeTree): Promise<void> {
  if (records.length === 0) return
  for (const [name, branch] of tree) {
    const relation = relationsOf(resource)[name] as Relation
    const target = resourceNamed(relation.to)
    const found = await load(ctx, relation, target, records)
    const key = relation.kind === 'one' ? (relation.as ?? name) : name
    attach(records, key, relation, found)
    const included = found.map(({ record }) => record)
    await complete(ctx, target, included, branch)
  }
}

interface Found {
  /** Id on the near side, or of the record itself for a to-one relation. */
  key: number
  record: Fields
}

function attach(records: Fields[], name: string, relation: Relation, found: Found[]): void {
  if (relation.kind === 'one') {
    const byId = new Map(found.map(({ key, record }) => [key, record]))
    for (const record of records) record[name] = byId.get(record[relation.column] as number) ?? null
    return
  }
  const byOwner = Map.groupBy(found, ({ key }) => key)
  for (const record of records) {
    record[name] = (byOwner.get(record.id as number) ?? []).map((entry) => entry.record)
  }
}

async function load(ctx: Ctx, relation: Relation, target: Resource, records: Fields[]): Promise<Found[]> {
  const source = relation.kind === 'one' ? relation.column : 'id'
  const ids = [...new Set(records.map((record) => record[source] as number | null))].filter(
    (id) => id !== null,
  )
  if (ids.length === 0) return []
  const rows = await queryFor(ctx, relation, target, ids)
    .orderBy(`${target.table}.id`)
    .limit(MAX_INCLUDED + 1)
    .execute()
  if (rows.length > MAX_INCLUDED) {
    throw badRequest(
      'include_too_large',
      `This would include over ${MAX_INCLUDED} ${target.name}; page through the relation instead.`,
    )
  }
  return rows.map((row: Fields) => foundOf(relation, row))
}

function queryFor(ctx: Ctx, relation: Relation, target: Resource, ids: number[]): AnyDatabase {
  const query = selectReadable(ctx, target)
  const eb = anyTable()
  if (relation.kind === 'one') return query.where(eb(`${target.table}.id`, 'in', ids))
  const live = query.where(eb(`${target.table}.deleted_at`, 'is', null))
  if (relation.kind === 'many') return live.where(eb(`${target.table}.${relation.column}`, 'in', ids))
  return joinLinks(live, ctx, relation, target, ids)
}

function foundOf(relation: Relation, row: Fields): Found {
  if (relation.kind === 'one') return { key: row.id as number, record: row }
  if (relation.kind === 'many') return { key: row[relation.column] as number, record: row }
  const { from_id: key, ...record } = withPivot(row)
  return { key, record }
}
