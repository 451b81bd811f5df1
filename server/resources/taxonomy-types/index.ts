import {
  TaxonomyType,
  TaxonomyTypeCreate,
  TaxonomyTypeRef,
  TaxonomyTypeUpdate,
} from '../../../contract/taxonomy-types.ts'
import { defineResource } from '../../crud/define/resource.ts'
import { access } from './access.ts'
import { createType, destroyType, removeType, restoreType, updateType } from './writes.ts'

export const taxonomyTypes = defineResource<'taxonomy_types'>({
  name: 'taxonomy-types',
  singular: 'taxonomy_type',
  description: 'Kinds of terms.',
  nouns: { fr: { singular: 'type de taxonomie', plural: 'types de taxonomie' } },
  table: 'taxonomy_types',
  schemas: {
    item: TaxonomyType,
    short: TaxonomyTypeRef,
    create: TaxonomyTypeCreate,
    update: TaxonomyTypeUpdate,
  },
  access,
  search: ({ name, slug }) => [name, slug],
  inSearchText: ['name', 'slug'],
  unique: [
    { field: 'name', columns: ['name'] },
    { field: 'slug', columns: ['slug'] },
  ],
  references: { parent: { to: 'taxonomy-types', column: 'parent_id', by: 'any' } },
  relations: {
    parent: { kind: 'one', to: 'taxonomy-types', column: 'parent_id' },
    children: { kind: 'many', to: 'taxonomy-types', column: 'parent_id' },
    taxonomies: { kind: 'many', to: 'taxonomies', column: 'type_id' },
  },
  // Deleting a type deletes its terms too.
  tree: { movedBy: ['parent', 'parent_id'] },
  operations: {
    create: createType,
    update: updateType,
    remove: removeType,
    restore: restoreType,
    destroy: destroyType,
  },
})
