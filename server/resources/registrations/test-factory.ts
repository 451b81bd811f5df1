import { type Factory, PASSWORD } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'
import { person, profile, shared } from '../people/test-factory.ts'

export const factory: Factory = {
  valid: () => ({ ...person(), password: PASSWORD }),
  fields: {
    ...profile,
    password: f.required(f.password()),
    status: {
      ...f.choice('email-verification-pending', 'email-verified'),
      converted: [['email-verification-vending', 'email-verification-pending']],
    },
  },
  also: ['name'],
  unique: { email: 'caseless', username: 'caseless' },
  relations: ['user', 'invited_by'],
  selectors: ['id', 'uuid', 'email', 'username'],
  label: 'last_name',
  shared,
}
