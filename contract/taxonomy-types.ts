import * as f from './fields.ts'

const plain = {
  name: f.line(255, { description: 'Unique.', examples: ['City'] }),
  slug: f.slug(255, 'city'),
  is_active: f.flag('An inactive type is listed, but not for use.'),
  meta: f.meta,
}

export const TaxonomyType = f.record(
  'TaxonomyType',
  {
    ...plain,
    parent_id: f.nullable(f.id('Id of the type above it.')),
    parent: f.expandable('TaxonomyTypeRef', 'The type above it.', {
      id: 42,
      uuid: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b59',
      name: 'Country',
      slug: 'country',
    }),
  },
  {
    children: f.many('TaxonomyTypeRef', 'With `with_children` (to any depth) or `include=children`.'),
    taxonomies: f.many('TaxonomyRef', 'With `include=taxonomies`.'),
  },
  'A kind of term, such as Country or City.',
)
export const TaxonomyTypeRef = f.embedded('TaxonomyType', f.namedInShort)

const settable = {
  ...plain,
  parent: f.nullableReference("A taxonomy type's slug, id or uuid.", 'country'),
}

export const TaxonomyTypeCreate = f.creation('TaxonomyTypeCreate', settable, ['name'], { name: 'Country' })
export const TaxonomyTypeUpdate = f.changes('TaxonomyTypeUpdate', settable, { name: 'Nation' })
