import { authors, may, meet, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: meet('can-read-users'),
    read: meet('can-read-users', 'own-record'),
    create: meet('can-create-users', 'shown-records', 'assigned-token'),
    update: meet(
      'can-update-users',
      'own-record',
      'own-fields',
      'no-more-than-held',
      'last-super-administrator',
      'shown-records',
      'assigned-token',
    ),
    delete: may('can-delete-users', 'no-more-than-held', 'last-super-administrator'),
    restore: meet(['can-restore-records', 'can-delete-users'], 'no-more-than-held'),
    destroy: may(
      ['can-delete-users', 'can-delete-permanently'],
      'no-more-than-held',
      'last-super-administrator',
    ),
  },
  relations: {
    roles: {
      read: meet(['can-read-users', 'can-read-roles'], 'own-record', 'in-short'),
      write: meet(
        ['can-assign-roles', 'can-read-users', 'can-read-roles'],
        'no-more-than-held',
        'last-super-administrator',
      ),
    },
    permissions: {
      read: meet(['can-read-users', 'can-read-permissions'], 'own-record', 'in-short', 'explained'),
    },
    taxonomies: {
      read: meet(['can-read-users', 'can-read-taxonomies'], 'own-record', 'in-short'),
      write: meet(['can-update-users', 'can-read-users', 'can-read-taxonomies'], 'no-more-than-held'),
    },
    registration: {
      read: meet(['can-read-users', 'can-read-registrations']),
      write: meet(['can-update-users', 'can-read-users', 'can-read-registrations'], 'no-more-than-held'),
    },
    invited_by: {
      read: meet('can-read-users'),
      write: meet(['can-update-users', 'can-read-users'], 'no-more-than-held'),
    },
    ...authors('can-read-users'),
  },
  more: {
    'has-role': may('can-read-users', 'own-record'),
    'has-permission': may('can-read-users', 'own-record', 'explained'),
    checks: may('can-read-users', 'own-record'),
    tokens: may(['can-read-users', 'can-assign-api-tokens'], 'own-record'),
    'tokens-create': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
    'tokens-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
    'token-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
  },
}
