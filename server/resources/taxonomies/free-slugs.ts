import { randomBytes } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import type { Ctx } from '../../access/context.ts'
import { chunks } from '../../db/queries/chunks.ts'

/** Room for a number. */
const LONGEST = 240
/** Rounds with numbers; then random endings. */
const MOST_ROUNDS = 10

const slugOf = (name: string): string => slugify(name).slice(0, LONGEST).replace(/-+$/, '') || 'term'

/** A slug for each name that no live term of the type has: that of the name, or the first free one with a number. */
export async function freeSlugs(ctx: Ctx, typeId: number, names: readonly string[]): Promise<string[]> {
  const slugs = new Map<number, string>()
  const used = new Set<string>()
  /** The last number tried, by slug. */
  const tried = new Map<string, number>()
  const next = (name: string, round: number): string => {
    const base = slugOf(name)
    const number = (tried.get(base) ?? 0) + 1
    tried.set(base, number)
    if (number === 1) return base
    return `${base}-${round < MOST_ROUNDS ? number : randomBytes(4).toString('hex')}`
  }
  let left = names.map((name, index) => ({ name, index }))
  for (let round = 0; left.length > 0; round++) {
    const wanted = left.map((one) => ({ ...one, slug: next(one.name, round) }))
    const taken = await takenOf(
      ctx,
      typeId,
      wanted.map(({ slug }) => slug),
    )
    left = wanted.filter(({ index, slug }) => {
      if (taken.has(slug) || used.has(slug)) return true
      used.add(slug)
      slugs.set(index, slug)
      return false
    })
  }
  return names.map((_, index) => slugs.get(index) as string)
}

async function takenOf({ db }: Ctx, typeId: number, slugs: string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const some of chunks(slugs)) {
    const rows = await db
      .selectFrom('taxonomies')
      .where('type_id', '=', typeId)
      .where('slug', 'in', some)
      .where('deleted_at', 'is', null)
      .select('slug')
      .execute()
    for (const { slug } of rows) taken.add(slug)
  }
  return taken
}
