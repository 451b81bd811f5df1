import type { CompiledQuery } from 'kysely'
import { Type } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { preparedByShape, queryByShape } from '../../db/queries/prepared.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { coerce } from '../../values/coerce.ts'
import type { Fields } from '../../values/fields.ts'
import { columnsOf } from '../define/columns.ts'
import { type Resource, resourceNamed, type Where } from '../define/resource.ts'
import { anyTable, from } from './store.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A condition separated from its values, so that its query is built once and reused. */
export interface ConditionTemplate {
  /** Identifies the condition within its resource, to reuse its query; undefined if the SQL differs with the values. */
  key: string | undefined
  values: Fields
  /** @param values the values above, or slots for them */
  where: (values: Fields) => Where
}

/** Records by ids, uuids or slugs. The template of a single name is reusable. */
export function namesTemplate(resource: Resource, given: readonly (string | number)[]): ConditionTemplate {
  const names = given.map(String).filter(isStorableText)
  const ids = names.map((name) => coerce(Type.Integer(), name)).filter((id) => typeof id === 'number')
  const uuids = names.filter((name) => UUID.test(name)).map((name) => name.toLowerCase())
  const slugs = columnsOf(resource).attributes.has('slug') ? names : []
  // Leave out empty lists: with one, SQLite uses no index for the other columns either.
  const columns = Object.entries({ id: ids, uuid: uuids, slug: slugs }).filter(([, some]) => some.length > 0)
  const eb = anyTable()
  if (names.length === 1) {
    return {
      key: columns.map(([column]) => column).join(' '),
      values: Object.fromEntries(columns.map(([column, [value]]) => [column, value])),
      where: (values) => eb.or(columns.map(([column]) => eb(column, '=', values[column]))),
    }
  }
  const where = eb.or(columns.map(([column, some]) => eb(column, 'in', some)))
  return { key: undefined, values: {}, where: () => where }
}

/**
 * The lock on a record that another record is about to refer to. A tree node needs `share`, which also blocks soft deletes:
 * a delete must see all children of the node.
 */
export const lockOfReference = ({ tree }: Resource): RowLock => (tree ? 'share' : 'key')

/**
 * Finds the ids of live records by id, uuid or slug, in one query. If a name matches several records, the match by id
 * wins, then the oldest. In a transaction, the records are locked.
 */
export async function findNamed(
  ctx: Ctx,
  resource: Resource,
  names: readonly (string | number)[],
  lock: RowLock = 'share',
): Promise<IdOf> {
  const { rows } = await ctx.db.executeQuery(namedQuery(ctx, resource, names, lock))
  return indexByName(rows)
}

export interface NamedRow {
  id: number
  uuid: string
  slug?: string
}

const namedQueries = preparedByShape<NamedRow>()

/** The query of {@link findNamed}; pass its rows to {@link indexByName}. */
export function namedQuery(
  ctx: Ctx,
  resource: Resource,
  names: readonly (string | number)[],
  lock: RowLock,
): CompiledQuery<NamedRow> {
  const hasSlug = columnsOf(resource).attributes.has('slug')
  const named = namesTemplate(resource, names)
  const build = (values: Fields) => {
    const rows = from(ctx.db, resource.table)
      .select(['id', 'uuid', ...(hasSlug ? ['slug'] : [])])
      .where(named.where(values))
      .where('deleted_at', 'is', null)
      .orderBy('id')
    return locking(ctx.db, rows, lock)
  }
  const key = named.key && `${resource.name} ${named.key} ${lock} ${ctx.db.isTransaction}`
  return queryByShape(namedQueries, ctx.db, { key, values: named.values }, build)
}

/** Returns the id of a named record. */
export type IdOf = (name: string | number) => number | undefined

export function indexByName(rows: readonly NamedRow[]): IdOf {
  const found = new Map<string, number>()
  for (const row of rows.toReversed()) {
    found.set(row.uuid, row.id)
    if (row.slug !== undefined) found.set(row.slug, row.id)
  }
  for (const row of rows) found.set(String(row.id), row.id)
  return (name: string | number) => found.get(String(name)) ?? found.get(String(name).toLowerCase())
}

/** Records that refer (such as a term by its `type`) to the record with this id, uuid or slug. */
export function isReferenceTo(ctx: Ctx, column: string, to: Subject, text: string): Where {
  const target = resourceNamed(ctx, to)
  const named = namesTemplate(target, [text])
  const ids = from(ctx.db, target.table).select('id').where(named.where(named.values))
  return anyTable()(column, 'in', ids)
}
