import type { Ctx } from '../../access/context.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import { didYouMean, LONGEST_TYPED, nearest } from '../../values/nearest.ts'
import { columnsOf } from '../define/columns.ts'
import type { Resource } from '../define/resource.ts'
import { UUID } from '../query/by-id.ts'
import { from, limitTo } from '../query/store.ts'
import { mayRead } from './in-short.ts'

/** So many slugs on either side of the one that was typed are looked at. */
const BESIDE = 50

/** " Did you mean …?", to follow a message, or nothing. */
export type Hint = ReturnType<typeof didYouMean>

/** For so many unknown names of a request, at most, a near slug is looked for. */
const MOST_HINTS = 3

/**
 * " Did you mean …?" with the slug of a live record that is close to the name, or nothing. Only callers who may read such
 * records are told. The candidates stand beside the name in the order of an index, so their number does not grow with the
 * table: a slip after the first letters is found in any, one in the first letters where there are few.
 */
export async function hintOf(ctx: Ctx, resource: Resource, typed: unknown): Promise<Hint> {
  const name = String(typed).trim().toLowerCase()
  const isName =
    isStorableText(name) && name.length <= LONGEST_TYPED && !/^\d*$/.test(name) && !UUID.test(name)
  if (!isName || !columnsOf(resource).attributes.has('slug') || !mayRead(ctx, resource)) return ''
  const beside = async (operator: '<' | '>=', direction: 'asc' | 'desc'): Promise<string[]> => {
    const live = from(ctx.db, resource.table).where('deleted_at', 'is', null).select('slug')
    const sorted = live.where('slug', operator, name).orderBy('slug', direction)
    const rows: { slug: string }[] = await limitTo(sorted, BESIDE).execute()
    return rows.map(({ slug }) => slug)
  }
  const slugs = [...(await beside('>=', 'asc')), ...(await beside('<', 'desc'))]
  // There is such a record, and something else is the matter.
  return slugs.includes(name) ? '' : didYouMean(nearest(name, slugs))
}

/** The same of the first of many names. @returns the hint for each name, empty for those beyond */
export async function hintsOf(
  ctx: Ctx,
  resource: Resource,
  names: readonly unknown[],
): Promise<(name: unknown) => Hint> {
  const hints = new Map<unknown, Hint>()
  for (const name of names.slice(0, MOST_HINTS)) hints.set(name, await hintOf(ctx, resource, name))
  return (name) => hints.get(name) ?? ''
}
