import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: may('can-read-roles'),
    read: mayWithContacts('can-read-roles'),
    create: may('can-create-roles'),
    update: may('can-update-roles', 'no-more-than-held', 'built-in-role'),
    delete: may('can-delete-roles', 'no-more-than-held', 'built-in-role'),
    restore: may(['can-restore-records', 'can-delete-roles'], 'no-more-than-held'),
    destroy: may(['can-delete-roles', 'can-delete-permanently'], 'no-more-than-held', 'built-in-role'),
  },
  relations: {
    users: {
      read: mayWithContacts(['can-read-roles', 'can-read-users']),
      write: mayWithContacts(
        ['can-assign-roles', 'can-read-roles', 'can-read-users'],
        'no-more-than-held',
        'last-super-administrator',
      ),
    },
    permissions: {
      read: may(['can-read-roles', 'can-read-permissions']),
      write: may(
        ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
        'no-more-than-held',
        'built-in-role',
      ),
    },
    ...authors('can-read-roles'),
  },
  more: {
    duplicate: may(
      ['can-create-roles', 'can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
      'no-more-than-held',
    ),
    grants: may(['can-read-roles', 'can-read-permissions']),
    'grants-change': may(
      ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
      'no-more-than-held',
      'built-in-role',
    ),
  },
}
