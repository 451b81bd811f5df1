import { type Factory, next } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'
import type { Service } from '../../../test/support/service.ts'

export const factory: Factory = {
  valid: async (service) => ({ name: `Term ${next()}`, type: await defaultType(service) }),
  fields: {
    name: f.required(f.text(255)),
    slug: f.slug(255),
    type: f.required(f.reference('taxonomy-types', 'any')),
    parent: f.reference('taxonomies', 'any'),
    is_active: f.flag(),
    excerpt: f.text(1000),
    details: f.text(10_000),
    notes: f.text(10_000),
    meta: f.meta(),
  },
  also: ['parent_id', 'type_id', 'merged_into_id', 'position', 'count_users'],
  unique: { name: 'exact', slug: 'exact' },
  relations: ['type', 'parent', 'children', 'users'],
  selectors: ['id', 'uuid', 'parent_id', 'parent', 'type_id', 'type', 'name', 'slug'],
  label: 'name',
  shared: { column: 'excerpt', value: 'Countess', other: 'Duchess' },
}

const types = new WeakMap<Service, string>()

/** The type of terms that need no particular one, the same for a whole service. */
async function defaultType(service: Service): Promise<string> {
  const known = types.get(service)
  if (known !== undefined) return known
  const json = { name: 'Some type', slug: 'some-type' }
  const { status, body } = await service.call('POST', '/api/taxonomy-types/create', { json })
  if (status !== 201) throw new Error(`No type could be made: ${JSON.stringify(body)}`)
  types.set(service, json.slug)
  return json.slug
}
