import { Type } from 'typebox'
import { choice, described } from '../../../contract/fields.ts'
import { Taxonomy, TaxonomyCreate, TaxonomyRef, TaxonomyUpdate } from '../../../contract/taxonomies.ts'
import type { Ctx } from '../../access/context.ts'
import { defineResource, resourceNamed } from '../../crud/define/resource.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { activityIs } from '../people/activity.ts'
import { mayClassifyUsers } from '../users/links.ts'
import { countMembers } from '../users/members-count.ts'
import { access } from './access.ts'
import { BY_POSITION } from './positions.ts'
import { createTerm, destroyTerm, removeTerm, restoreTerm, updateTerm } from './writes.ts'

/** As many as fit into a form beside other parameters. Their total length is limited too: see refuseLongQuery. */
const MAX_TYPES = 900

/** Beyond this, a list is refused. */
const MAX_SLUGS = 1000

/** Ids of the live types with these slugs. @throws Refusal 422 naming the unknown ones */
async function typesNamed(ctx: Ctx, slugs: string[]): Promise<number[]> {
  const wanted = [...new Set(slugs.map((slug) => String(slug).trim()))].filter((slug) => slug !== '')
  if (wanted.length === 0) return []
  if (wanted.length > MAX_SLUGS) {
    throw invalidField('types', 'out_of_range', say`types takes at most ${MAX_SLUGS} slugs.`)
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

export const taxonomies = defineResource<'taxonomies'>({
  name: 'taxonomies',
  singular: 'taxonomy',
  description: 'Terms of classifications.',
  nouns: { fr: { singular: 'terme', plural: 'termes' } },
  table: 'taxonomies',
  schemas: { item: Taxonomy, short: TaxonomyRef, create: TaxonomyCreate, update: TaxonomyUpdate },
  access,
  inShort: ['id', 'uuid', 'name', 'slug', 'is_active', 'type_id', 'type'],
  search: ({ name, slug }) => [name, slug],
  inSearchText: ['name', 'slug'],
  indexed: { all: ['name', 'slug', 'type_id', 'parent_id', 'merged_into_id'], live: [] },
  unique: [
    { field: 'slug', columns: ['type_id', 'slug'] },
    { field: 'name', columns: ['type_id', 'parent_id', 'name'], nullsEqual: true },
  ],
  references: {
    type: { to: 'taxonomy-types', column: 'type_id', by: 'any' },
    parent: { to: 'taxonomies', column: 'parent_id', by: 'any' },
  },
  counted: {
    count_users: (ctx, ids) =>
      countMembers(
        ctx,
        'user_taxonomies',
        ids.map((id) => [id]),
      ),
  },
  // Terms that were never placed come last.
  sortedBy: { position: BY_POSITION },
  relations: {
    type: { kind: 'one', to: 'taxonomy-types', column: 'type_id' },
    parent: { kind: 'one', to: 'taxonomies', column: 'parent_id' },
    children: { kind: 'many', to: 'taxonomies', column: 'parent_id' },
    users: {
      kind: 'links',
      to: 'users',
      links: { table: 'user_taxonomies', from: 'taxonomy_id', to: 'user_id' },
      mayChange: mayClassifyUsers,
      countedBy: 'count_users',
    },
  },
  listParameters: {
    status: {
      schema: choice(['active', 'inactive'], { description: 'By `is_active`.' }),
      apply: async (_ctx, { status }: { status: string }) => activityIs('taxonomies', status === 'active'),
    },
    types: {
      schema: Type.Array(Type.String(), {
        ...described({ maxItems: MAX_TYPES }),
        description: 'Slugs of taxonomy types: terms of any of them.',
        examples: [['city', 'country']],
      }),
      readsOtherTables: true,
      apply: async (ctx, { types }: { types: string[] }, eb) =>
        eb('taxonomies.type_id', 'in', await typesNamed(ctx, types)),
    },
  },
  tree: { movedBy: ['parent', 'parent_id', 'type'] },
  operations: {
    create: createTerm,
    update: updateTerm,
    remove: removeTerm,
    restore: restoreTerm,
    destroy: destroyTerm,
  },
})
