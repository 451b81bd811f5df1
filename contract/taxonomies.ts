import { Type } from 'typebox'
import * as f from './fields.ts'

/** Only its order among the siblings has a meaning. */
export const position = (what: string) =>
  f.nullable(
    Type.Integer({
      description: `${what}, ascending: only compare it. Null: never placed, and after all that are. A move sets it.`,
      examples: [1048576],
    }),
    f.EMPTY,
  )

const plain = {
  name: f.line(255, { description: 'Unique among its siblings.', examples: ['Paris'] }),
  slug: f.slug(255, 'paris'),
  is_active: f.flag('An inactive term is listed, but not for use.'),
  excerpt: f.nullable(f.text(1000)),
  details: f.nullable(f.text(10_000)),
  notes: f.nullable(f.text(10_000)),
  meta: f.meta,
}

export const Taxonomy = f.record(
  'Taxonomy',
  {
    ...plain,
    type_id: f.id('Id of its taxonomy type.'),
    type: f.expandable('TaxonomyTypeRef', 'Its taxonomy type.', {
      id: 42,
      uuid: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b58',
      name: 'City',
      slug: 'city',
    }),
    parent_id: f.nullable(f.id('Id of the term above it.')),
    parent: f.expandable('TaxonomyRef', 'The term above it.', {
      id: 42,
      uuid: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b59',
      name: 'France',
      slug: 'france',
    }),
    merged_into_id: f.nullable(
      f.id('Id of the term that it was merged into, which soft-deleted it; null otherwise.'),
      f.EMPTY,
    ),
    position: position('Where it stands in the manual order of its siblings'),
    count_users: Type.Integer({ description: 'Live users classified by it.' }),
  },
  {
    users: f.many('UserRef', 'With `include=users`: the users it classifies.'),
    children: f.many('TaxonomyRef', 'With `with_children` (to any depth) or `include=children`.'),
  },
  'A term of a classification.',
)
export const TaxonomyRef = f.embedded('Taxonomy', f.namedInShort)

const settable = {
  ...plain,
  type: f.reference("A taxonomy type's slug, id or uuid.", 'city'),
  parent: f.nullableReference(
    "A term's slug, id or uuid: of the same type, or of its parent type.",
    'france',
  ),
}

export const TaxonomyCreate = f.creation('TaxonomyCreate', settable, ['name', 'type'], {
  name: 'France',
  type: 'country',
})
export const TaxonomyUpdate = f.changes('TaxonomyUpdate', settable, { excerpt: 'Capital of France.' })
