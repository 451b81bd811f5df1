import { type Factory, next } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'

export const factory: Factory = {
  valid: () => ({ url: `https://hooks.example.com/${next()}`, events: ['roles.*'] }),
  fields: {
    url: f.required(f.receiverAddress()),
    events: f.required(f.eventPatterns()),
    is_active: f.flag(),
    description: f.text(255),
  },
  also: ['switched_off_because', 'switched_off_at', 'previous_secret_ends_at'],
  unique: {},
  relations: [],
  selectors: ['id', 'uuid', 'url'],
  label: 'description',
  shared: { column: 'description', value: 'Search index', other: 'Mailing list' },
}
