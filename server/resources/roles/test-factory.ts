import { type Factory, next } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'

export const factory: Factory = {
  valid: () => ({ name: `Role ${next()}` }),
  fields: {
    name: f.required(f.text(150)),
    slug: f.slug(150),
    details: f.text(255),
    is_active: f.flag(),
    type: f.choice('frontend', 'backend'),
    requires_second_factor: f.flag(),
  },
  also: ['count_users', 'count_permissions'],
  unique: { name: 'exact', slug: 'exact' },
  relations: ['users', 'permissions'],
  selectors: ['id', 'uuid', 'name', 'slug'],
  label: 'name',
  shared: { column: 'details', value: 'Countess', other: 'Duchess' },
}
