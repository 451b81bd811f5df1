import { sql } from 'kysely'
import { ACTORS } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import type { Fields } from '../../values/fields.ts'
import type { AnyDatabase, Relation, Resource } from './resource.ts'

const author = <Column extends string>(column: Column) =>
  ({ kind: 'one', to: ACTORS, column, as: `${column}_user` }) as const

/** The relations of every record to its authors. */
export const AUTHORS = {
  created_by: author('created_by'),
  updated_by: author('updated_by'),
  deleted_by: author('deleted_by'),
}

/** Relations to the authors of a record: read-only, since the service sets them. */
export const isAuthorship = (name: string): boolean => Object.hasOwn(AUTHORS, name)

/** A resource's own relations, and those of all resources. */
export const relationsOf = (resource: Resource): Record<string, Relation> => ({
  ...resource.relations,
  ...AUTHORS,
})

export const PIVOT = [
  'is_active',
  'expires_at',
  'created_by',
  'created_at',
  'updated_by',
  'updated_at',
] as const

/** A relation through links of its own, or derived from other links. */
export type RelationByLinks = Extract<Relation, { kind: 'links' | 'derived' }>
/** A relation to any number of records. */
export type ManyRelation = Exclude<Relation, { kind: 'one' }>

/**
 * Narrows a query on the other side to the records related with this one.
 * @param toIds limits derived relations to these records of the other side
 */
export const narrow = (
  query: AnyDatabase,
  ctx: Ctx,
  relation: ManyRelation,
  target: Resource,
  fromId: number,
  toIds?: readonly number[],
): AnyDatabase =>
  relation.kind === 'many'
    ? query.where(`${target.table}.${relation.column}`, '=', fromId)
    : joinLinks(query, ctx, relation, target, [fromId], toIds)

/** Narrows a query on the other side to the records linked with these, with the link's attributes and `from_id`. */
export function joinLinks(
  query: AnyDatabase,
  ctx: Ctx,
  relation: RelationByLinks,
  target: Resource,
  fromIds: number[],
  toIds?: readonly number[],
  attributes: readonly (typeof PIVOT)[number][] = PIVOT,
) {
  const { table, from, to } = relation.links
  if (relation.kind === 'links') {
    return query
      .innerJoin(table, `${table}.${to}`, `${target.table}.id`)
      .where(`${table}.${from}`, 'in', fromIds)
      .select([...pivotColumns(table, attributes), `${table}.${from} as from_id`])
  }
  return query
    .innerJoin(
      (relation.pairs(ctx, fromIds, toIds) as AnyDatabase).as('pairs'),
      'pairs.to_id',
      `${target.table}.id`,
    )
    .innerJoin(table, `${table}.id`, 'pairs.link_id')
    .select([...pivotColumns(table, attributes), sql.ref('pairs.from_id').as('from_id')])
}

/** Selects the pairs of these records with those of the other side: `from_id`, `to_id`, `link_id`, and optionally the link's attributes. */
export function linkPairs(
  ctx: Ctx,
  relation: RelationByLinks,
  target: Resource,
  fromIds: readonly number[],
  withPivot: boolean,
): AnyDatabase {
  const { table, from, to } = relation.links
  const pivot = withPivot ? pivotColumns(table) : []
  if (relation.kind === 'links') {
    return (ctx.db as AnyDatabase)
      .selectFrom(table)
      .innerJoin(target.table, `${target.table}.id`, `${table}.${to}`)
      .where(`${table}.${from}`, 'in', fromIds)
      .select([`${table}.${from} as from_id`, `${table}.${to} as to_id`, `${table}.id as link_id`, ...pivot])
  }
  const pairs = (ctx.db as AnyDatabase)
    .selectFrom((relation.pairs(ctx, fromIds) as AnyDatabase).as('pairs'))
    .innerJoin(target.table, `${target.table}.id`, 'pairs.to_id')
    .select(['pairs.from_id', 'pairs.to_id', 'pairs.link_id'])
  return withPivot ? pairs.innerJoin(table, `${table}.id`, 'pairs.link_id').select(pivot) : pairs
}

const pivotColumns = (table: string, attributes: readonly string[] = PIVOT) =>
  attributes.map((column) => `${table}.${column} as pivot_${column}`)

/** The link's attributes in a row. */
export function pivotOf(row: Fields): Fields {
  const pivot: Fields = {}
  for (const column of PIVOT) if (`pivot_${column}` in row) pivot[column] = row[`pivot_${column}`]
  return pivot
}
