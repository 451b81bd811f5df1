import { Type } from 'typebox'
import { choice, described } from '../../../contract/fields.ts'
import { Taxonomy, TaxonomyCreate, TaxonomyRef, TaxonomyUpdate } from '../../../contract/taxonomies.ts'
import { defineResource } from '../../crud/define/resource.ts'
import { activityIs } from '../people/activity.ts'
import { mayClassifyUsers } from '../users/links.ts'
import { countMembers } from '../users/members-count.ts'
import { access } from './access.ts'
import { typesNamed } from './types.ts'
import { createTerm, destroyTerm, removeTerm, restoreTerm, updateTerm } from './writes.ts'

/** As many as fit into a form beside other parameters. Their total length is limited too: see refuseLongQuery. */
const MAX_TYPES = 900

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
      apply: async (ctx, { types }: { types: string[] }, eb) =>
        eb('taxonomies.type_id', 'in', await typesNamed(ctx, types)),
    },
  },
  tree: { locks: ['taxonomies'], movedBy: ['parent', 'parent_id', 'type'] },
  operations: {
    create: createTerm,
    update: updateTerm,
    remove: removeTerm,
    restore: restoreTerm,
    destroy: destroyTerm,
  },
})
