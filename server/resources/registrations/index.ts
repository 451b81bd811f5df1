import { choice, flag } from '../../../contract/fields.ts'
import {
  REGISTRATION_STATUSES,
  Registration,
  RegistrationCreate,
  RegistrationRef,
  RegistrationUpdate,
  STATUS_ALIASES,
} from '../../../contract/registrations.ts'
import { CONTACT_FIELDS } from '../../../contract/users.ts'
import { defineResource } from '../../crud/define/resource.ts'
import { reserveUsernames } from '../people/default-usernames.ts'
import {
  hashSecrets,
  PERSON_NAMES,
  personNames,
  SECRETS_OF_REGISTRATIONS,
  searchedOfPerson,
} from '../people/people.ts'
import { refusingUnreadable } from '../readable-references.ts'
import { access } from './access.ts'
import { createRegistration, updateRegistration } from './writes.ts'

export const registrations = defineResource<'registrations'>({
  name: 'registrations',
  singular: 'registration',
  description: 'Sign-ups that wait to become users.',
  nouns: { fr: { singular: 'inscription', plural: 'inscriptions', isFeminine: true } },
  table: 'registrations',
  schemas: {
    item: Registration,
    short: RegistrationRef,
    create: RegistrationCreate,
    update: RegistrationUpdate,
  },
  access,
  search: personNames,
  inSearchText: PERSON_NAMES,
  searchAlso: searchedOfPerson,
  caseless: ['email', 'username'],
  searchedKeys: ['email'],
  secrets: SECRETS_OF_REGISTRATIONS,
  // The entry has the address of whoever made the change.
  unrecorded: ['created_ip', 'activated_ip'],
  contact: CONTACT_FIELDS,
  indexed: {
    all: ['invited_by', 'registration_id', 'user_id'],
    live: ['first_name', 'last_name', 'name', 'phone', 'status'],
  },
  unique: [
    { field: 'email', columns: ['email'] },
    { field: 'username', columns: ['username'] },
  ],
  references: {
    invited_by: { to: 'users', column: 'invited_by', by: 'id' },
    user_id: { to: 'users', column: 'user_id', by: 'id' },
    registration_id: { to: 'registrations', column: 'registration_id', by: 'id' },
  },
  relations: {
    user: { kind: 'one', to: 'users', column: 'user_id' },
    invited_by: { kind: 'one', to: 'users', column: 'invited_by', as: 'invited_by_user' },
  },
  listParameters: {
    status: {
      schema: choice(REGISTRATION_STATUSES, { description: 'By state.', 'x-aliases': STATUS_ALIASES }),
      apply: async (_ctx, { status }: { status: (typeof REGISTRATION_STATUSES)[number] }, eb) =>
        eb('registrations.status', '=', status),
    },
    // Each write of an invitation changes its registration too, so lists in memory need not know of the other table.
    invited: {
      schema: flag('Those with an invitation that is neither accepted nor revoked, or those without.'),
      apply: async ({ db }, { invited }: { invited: boolean }, eb) => {
        const ofInvitations = db.selectFrom('invitations').select('registration_id')
        return eb('registrations.id', invited ? 'in' : 'not in', ofInvitations)
      },
    },
  },
  prepare: hashSecrets,
  reserve: (ctx, people) => reserveUsernames(ctx, 'registrations', people),
  operations: refusingUnreadable({ create: createRegistration, update: updateRegistration }),
})
