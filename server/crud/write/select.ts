import type { CompiledQuery } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { preparedByShape, queryByShape } from '../../db/queries/prepared.ts'
import { locking, type RowLock } from '../../db/transactions/row-locks.ts'
import { conflict, type Refusal, writeConflict } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { type AnyRow, mayRead, pluralOf, type Resource } from '../define/resource.ts'
import { type Trashed, trashedCondition } from '../query/list-query.ts'
import {
  conditionOf,
  hintFor,
  mayMatchOthers,
  notFoundOrForbidden,
  type Selector,
  type SelectorCondition,
} from '../query/selector.ts'
import { anyTable, from, limitTo } from '../query/store.ts'

/** How a write selects and locks its record. */
export interface Target {
  selector: Selector
  trashed?: Trashed
  lock?: RowLock
}

/**
 * The one stored record that a write selects.
 * @throws Refusal 404; 409 if the selector matches several
 */
export async function selectForWrite(ctx: Ctx, resource: Resource, target: Target): Promise<AnyRow> {
  const { rows } = await ctx.db.executeQuery(queryForWrite(ctx, resource, target))
  return oneForWrite(ctx, resource, target, rows)
}

const writeQueries = preparedByShape<AnyRow>()

/** The query of {@link selectForWrite}; pass its rows to {@link oneForWrite}. @throws Refusal 404 */
export function queryForWrite(
  ctx: Ctx,
  resource: Resource,
  { selector, trashed = 'false', lock = 'update' }: Target,
): CompiledQuery<AnyRow> {
  const { table } = resource
  const condition = conditionOf(ctx, resource, selector)
  if (!condition) throw notFoundOrForbidden(resource, condition, { trashed })
  const build = (values: Fields) => {
    const where = anyTable().and([condition.where(values), ...trashedCondition(table, trashed)])
    const rows = from(ctx.db, table).selectAll(table).where(where).orderBy(`${table}.id`)
    return locking(ctx.db, limitTo(rows, 2), lock)
  }
  const key = condition.key && `${resource.name} ${condition.key} ${trashed} ${lock} ${ctx.db.isTransaction}`
  return queryByShape(writeQueries, ctx.db, { key, values: condition.values }, build)
}

/** @throws Refusal 404; 409 if there are several, or if those that were found before the transaction have changed */
export async function oneForWrite(
  ctx: Ctx,
  resource: Resource,
  { selector, trashed = 'false' }: Target,
  rows: readonly AnyRow[],
): Promise<AnyRow> {
  const condition = conditionOf(ctx, resource, selector)
  const [row, another] = rows
  if (mayMatchOthers(selector, trashed, rows.length)) throw writeConflict()
  if (!row || !condition) {
    const hint = await hintFor(ctx, resource, selector, trashed)
    throw notFoundOrForbidden(resource, condition, { trashed, hint })
  }
  if (another) throw await ambiguous(ctx, resource, condition, trashed)
  return row
}

/** The most matches that a refusal lists. */
const MAX_LISTED = 10

/** Lists the matches only for callers who may read them. */
async function ambiguous(
  ctx: Ctx,
  resource: Resource,
  condition: SelectorCondition,
  trashed: Trashed,
): Promise<Refusal> {
  const { table } = resource
  const refusal = (message: Message) => conflict('ambiguous_selector', message)
  const several = pluralOf(resource)
  if (!mayRead(ctx, resource))
    return refusal(say`This matches several ${several}; a write must match exactly one.`)
  const where = anyTable().and([condition.where(condition.values), ...trashedCondition(table, trashed)])
  const matches = from(ctx.db, table).select(`${table}.id`).where(where).orderBy(`${table}.id`)
  const rows: { id: number }[] = await limitTo(matches, MAX_LISTED + 1).execute()
  const ids = rows.map(({ id }) => id)
  const named = ids.slice(0, MAX_LISTED).join(', ')
  return ids.length > MAX_LISTED
    ? refusal(
        say`This matches more than ten ${several}, first those with the ids ${named}; a write must match exactly one.`,
      )
    : refusal(
        say`This matches ${ids.length} ${several}, with the ids ${named}; a write must match exactly one.`,
      )
}
