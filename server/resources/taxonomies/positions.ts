import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import type { Where } from '../../crud/define/resource.ts'
import { setEach } from '../../crud/write/rows.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { areSame, isOneOf, type Siblings, siblingsOf } from './siblings.ts'

/*
 * The manual order of siblings: by position, ties by name and id; terms without a position follow by name and id. Positions
 * are integers with gaps, so that placing a term between two others writes this term alone. Where a gap is used up, the
 * nearest siblings are spread anew. Trashed terms keep their positions, and a restore brings them back to their place.
 */

/** The gap between new neighbours: it can be halved 20 times. */
export const SPACING = 2 ** 20

/** The least gap after siblings are spread: the next terms fit without another spread. */
const LEAST_GAP = 256

/** How many siblings a call may place. */
export const MOST_PLACED = 5000

/** Sorts terms in the manual order of their siblings. */
export const BY_POSITION = sql`coalesce(taxonomies.position, 9007199254740991)`

export interface Sibling {
  id: number
  name: string
  type_id: number
  parent_id: number | null
  position: number | null
}

/** Where a term is to be placed. */
export interface Place {
  side: 'before' | 'after'
  sibling: Sibling
}

/** Makes room for a term, and returns its position. The transaction holds the lock of the tree. @throws Refusal 422 */
export async function makeRoom(ctx: Ctx, id: number, { side, sibling }: Place): Promise<number> {
  const others = await othersOf(ctx, id, sibling)
  if (sibling.position === null) return placeAfterAll(ctx, others, side, sibling)
  const [below, above] = side === 'after' ? [sql`<=`, sql`>`] : [sql`<`, sql`>=`]
  const key = sql`(${sibling.position}, ${sibling.name}, ${sibling.id})`
  const nearest = (than: typeof below, direction: 'asc' | 'desc', count: number) =>
    ctx.db
      .selectFrom('taxonomies')
      .where(others)
      .where('position', 'is not', null)
      .where(sql<SqlBool>`(position, name, id) ${than} ${key}`)
      .orderBy('position', direction)
      .orderBy('name', direction)
      .orderBy('id', direction)
      .limit(count)
      .select(['id', 'position'])
      .execute()
  for (let reach = 0; ; reach = reach * 4 || 16) {
    const before = await nearest(below, 'desc', reach + 1)
    const after = await nearest(above, 'asc', reach + 1)
    // The farthest on each side stays where it is.
    const low = before.length > reach ? before.pop()?.position : undefined
    const high = after.length > reach ? after.pop()?.position : undefined
    const positions = spread(before.length + 1 + after.length, low, high)
    if (!positions) continue
    const [own = 0] = positions.splice(before.length, 1)
    const moved = [...before.reverse(), ...after].map((row, index) => ({
      ...row,
      to: positions[index] as number,
    }))
    await setPositions(
      ctx,
      moved.filter(({ position, to }) => position !== to).map(({ id, to }) => ({ id, position: to })),
    )
    return own
  }
}

/** All siblings of one, the trash included, without the term to be placed. */
async function othersOf(ctx: Ctx, id: number, sibling: Sibling): Promise<Where> {
  return sql<SqlBool>`${isOneOf(await siblingsOf(ctx, sibling))} and taxonomies.id <> ${id}`
}

/** Evenly distributed positions between two others, or undefined if they do not fit. */
export function spread(
  count: number,
  low: number | null | undefined,
  high: number | null | undefined,
): number[] | undefined {
  const step = low != null && high != null ? Math.floor((high - low) / (count + 1)) : SPACING
  if (step < (count === 1 ? 1 : LEAST_GAP)) return undefined
  const start = low ?? (high == null ? 0 : high - step * (count + 1))
  return Array.from({ length: count }, (_, index) => start + step * (index + 1))
}

/** Places all siblings that the order by name has before the new one, and behind them the new one. */
async function placeAfterAll(
  ctx: Ctx,
  others: Where,
  side: Place['side'],
  { name, id }: Sibling,
): Promise<number> {
  const until = side === 'after' ? sql`<=` : sql`<`
  const unplaced = await ctx.db
    .selectFrom('taxonomies')
    .where(others)
    .where('position', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`(name, id) ${until} (${name}, ${id})`)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_PLACED + 1)
    .select('id')
    .execute()
  if (unplaced.length > MOST_PLACED)
    throw invalidField(
      side,
      'out_of_range',
      say`More than ${MOST_PLACED} terms before this place were never placed. Place the term further up first.`,
    )
  const last = await lastPosition(ctx, others)
  await setPositions(
    ctx,
    unplaced.map(({ id }, index) => ({ id, position: last + SPACING * (index + 1) })),
  )
  return last + SPACING * (unplaced.length + 1)
}

/** The highest position of these terms; 0 if none has one. */
export async function lastPosition(ctx: Ctx, terms: Where): Promise<number> {
  const row = await ctx.db
    .selectFrom('taxonomies')
    .where(terms)
    .where('position', 'is not', null)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** The terms do not count as updated: only their neighbour was moved. */
const setPositions = (ctx: Ctx, positions: readonly { id: number; position: number }[]): Promise<void> =>
  setEach(
    ctx,
    'taxonomies',
    'position',
    positions.map(({ id, position }) => [id, position]),
  )

/** The change of position that comes with another change: a term with other siblings than before was never placed there. */
export async function positionAfter(
  ctx: Ctx,
  before: Sibling,
  changes: { type_id?: number; parent_id?: number | null },
): Promise<{ position?: null }> {
  if (before.position === null) return {}
  const [old, now] = [await siblingsOf(ctx, before), await siblingsOf(ctx, { ...before, ...changes })]
  return areSame(old, now) ? {} : { position: null }
}

/** How far the positions of a merged term's children are shifted, so that they come after the children of the other. */
export async function shiftOfMerged(ctx: Ctx, from: Siblings, into: Siblings): Promise<number> {
  const row = await ctx.db
    .selectFrom('taxonomies')
    .where(isOneOf(from))
    .where('position', 'is not', null)
    .select((eb) => eb.fn.min('position').as('first'))
    .executeTakeFirst()
  return (await lastPosition(ctx, isOneOf(into))) + SPACING - Number(row?.first ?? 0)
}
