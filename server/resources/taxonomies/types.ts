import type { Ctx } from '../../access/context.ts'
import { resourceNamed } from '../../crud/define/resource.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'

const MAX_TYPES = 1000

/** Ids of the live types with these slugs. @throws Refusal 422 naming the unknown ones */
export async function typesNamed(ctx: Ctx, slugs: string[]): Promise<number[]> {
  const wanted = [...new Set(slugs.map((slug) => String(slug).trim()))].filter((slug) => slug !== '')
  if (wanted.length === 0) return []
  if (wanted.length > MAX_TYPES) {
    throw invalidField('types', 'out_of_range', say`types takes at most ${MAX_TYPES} slugs.`)
  }
  const rows = await ctx.db
    .selectFrom('taxonomy_types')
    .where('slug', 'in', wanted)
    .where('deleted_at', 'is', null)
    .select(['id', 'slug'])
    .execute()
  const unknown = wanted.filter((slug) => !rows.some((row) => row.slug === slug))
  if (unknown.length > 0) {
    const hint =
      unknown.length === 1 ? await hintOf(ctx, resourceNamed(ctx, 'taxonomy-types'), unknown[0]) : ''
    throw invalidField(
      'types',
      'not_found',
      say`types: no taxonomy type has the slug ${unknown.join(', ').slice(0, 200)}.${hint}`,
    )
  }
  return rows.map(({ id }) => id)
}
