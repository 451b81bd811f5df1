import { type Factory, next } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'

export const factory: Factory = {
  valid: () => ({ name: `Type ${next()}` }),
  fields: {
    name: f.required(f.text(255)),
    slug: f.slug(255),
    parent: f.reference('taxonomy-types', 'any'),
    is_active: f.flag(),
    meta: f.meta(),
  },
  also: ['parent_id'],
  unique: { name: 'exact', slug: 'exact' },
  relations: ['parent', 'children', 'taxonomies'],
  selectors: ['id', 'uuid', 'parent_id', 'parent', 'name', 'slug'],
  label: 'name',
  shared: { column: 'is_active', value: false, other: true },
}
