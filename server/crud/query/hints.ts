import type { Ctx } from '../../access/context.ts'
import { isStorableText } from '../../db/queries/texts.ts'
import { didYouMean, MAX_TYPED_LENGTH, nearest } from '../../values/nearest.ts'
import { columnsOf } from '../define/columns.ts'
import { mayRead, type Resource } from '../define/resource.ts'
import { UUID } from './names.ts'
import { from, limitTo } from './store.ts'

/** Candidates on either side of the typed slug, in the order of the index. */
const CANDIDATES_PER_SIDE = 50

/** " Did you mean …?", appended to a message, or ''. */
export type Hint = ReturnType<typeof didYouMean>

/** The most unknown names of a request that get a hint. */
const MAX_HINTS = 3

/**
 * " Did you mean …?" with the similar slug of a live record, or ''. Only for callers who may read such records. The
 * candidates are the neighbours of the name in the index, so their number does not grow with the table. Finds typos after
 * the first letters in any table, and typos in the first letters in small tables.
 */
export async function hintOf(ctx: Ctx, resource: Resource, typed: unknown): Promise<Hint> {
  const name = String(typed).trim().toLowerCase()
  const isName =
    isStorableText(name) && name.length <= MAX_TYPED_LENGTH && !/^\d*$/.test(name) && !UUID.test(name)
  if (!isName || !columnsOf(resource).attributes.has('slug') || !mayRead(ctx, resource)) return ''
  const beside = async (operator: '<' | '>=', direction: 'asc' | 'desc'): Promise<string[]> => {
    const live = from(ctx.db, resource.table).where('deleted_at', 'is', null).select('slug')
    const sorted = live.where('slug', operator, name).orderBy('slug', direction)
    const rows: { slug: string }[] = await limitTo(sorted, CANDIDATES_PER_SIDE).execute()
    return rows.map(({ slug }) => slug)
  }
  const slugs = [...(await beside('>=', 'asc')), ...(await beside('<', 'desc'))]
  // The slug exists, so the request failed for another reason.
  return slugs.includes(name) ? '' : didYouMean(nearest(name, slugs))
}

/** Hints for the first `MAX_HINTS` names; '' for the others. */
export async function hintsOf(
  ctx: Ctx,
  resource: Resource,
  names: readonly unknown[],
): Promise<(name: unknown) => Hint> {
  const hints = new Map<unknown, Hint>()
  for (const name of names.slice(0, MAX_HINTS)) hints.set(name, await hintOf(ctx, resource, name))
  return (name) => hints.get(name) ?? ''
}
