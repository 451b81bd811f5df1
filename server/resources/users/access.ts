import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

/** Deactivates users and changes their roles. */
const ENDS_ACCESS = ['can-update-users', 'can-assign-roles', 'can-read-users', 'can-read-roles'] as const

const ASSIGNING = ['can-assign-roles', 'can-read-users', 'can-read-roles'] as const

export const access: ResourceAccess = {
  actions: {
    list: mayWithContacts('can-read-users'),
    read: mayWithContacts('can-read-users', 'own-record'),
    create: mayWithContacts('can-create-users', 'shown-records', 'assigned-token'),
    update: mayWithContacts(
      'can-update-users',
      'own-record',
      'own-fields',
      'no-more-than-held',
      'last-super-administrator',
      'shown-records',
      'assigned-token',
    ),
    delete: may('can-delete-users', 'no-more-than-held', 'last-super-administrator'),
    restore: mayWithContacts(['can-restore-records', 'can-delete-users'], 'no-more-than-held'),
    destroy: may(
      ['can-delete-users', 'can-delete-permanently'],
      'no-more-than-held',
      'last-super-administrator',
    ),
  },
  relations: {
    roles: {
      read: mayWithContacts(['can-read-users', 'can-read-roles'], 'own-record', 'in-short'),
      write: mayWithContacts(ASSIGNING, 'no-more-than-held', 'last-super-administrator'),
    },
    permissions: {
      read: mayWithContacts(
        ['can-read-users', 'can-read-permissions'],
        'own-record',
        'in-short',
        'explained',
      ),
    },
    taxonomies: {
      read: mayWithContacts(['can-read-users', 'can-read-taxonomies'], 'own-record', 'in-short'),
      write: mayWithContacts(
        ['can-update-users', 'can-read-users', 'can-read-taxonomies'],
        'no-more-than-held',
      ),
    },
    registration: {
      read: mayWithContacts(['can-read-users', 'can-read-registrations']),
      write: mayWithContacts(
        ['can-update-users', 'can-read-users', 'can-read-registrations'],
        'no-more-than-held',
      ),
    },
    invited_by: {
      read: mayWithContacts('can-read-users'),
      write: mayWithContacts(['can-update-users', 'can-read-users'], 'no-more-than-held'),
    },
    ...authors('can-read-users'),
  },
  more: {
    erase: may(
      ['can-delete-users', 'can-delete-permanently', 'can-erase-users'],
      'no-more-than-held',
      'last-super-administrator',
      'erased-by-others',
    ),
    offboard: mayWithContacts(ENDS_ACCESS, 'no-more-than-held', 'last-super-administrator'),
    offboardings: may(['can-read-users', 'can-read-roles']),
    'offboarding-restore': mayWithContacts(ENDS_ACCESS, 'no-more-than-held'),
    'send-reset': may('can-update-users', 'no-more-than-held'),
    'has-role': may('can-read-users', 'own-record'),
    'has-permission': may('can-read-users', 'own-record', 'explained'),
    checks: may('can-read-users', 'own-record'),
    'bulk-create': may(
      'can-create-users',
      'shown-records',
      'assigned-token',
      'no-more-than-held',
      'chosen-roles',
      'reported',
    ),
    'bulk-activate': may('can-update-users', 'no-more-than-held', 'reported'),
    'bulk-deactivate': may('can-update-users', 'no-more-than-held', 'last-super-administrator', 'reported'),
    'bulk-delete': may('can-delete-users', 'no-more-than-held', 'last-super-administrator', 'reported'),
    'bulk-restore': may(['can-restore-records', 'can-delete-users'], 'no-more-than-held', 'reported'),
    'bulk-assign-role': may(ASSIGNING, 'no-more-than-held', 'reported'),
    'bulk-remove-role': may(ASSIGNING, 'no-more-than-held', 'last-super-administrator', 'reported'),
    'bulk-renew-roles': may(ASSIGNING, 'no-more-than-held', 'reported'),
    factors: may('can-read-users'),
    'factor-delete': may('can-reset-factors', 'no-more-than-held'),
    'factors-reset': may('can-reset-factors', 'no-more-than-held'),
    tokens: may(['can-read-users', 'can-assign-api-tokens'], 'own-record'),
    'tokens-create': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
    'tokens-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
    'token-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
  },
}
