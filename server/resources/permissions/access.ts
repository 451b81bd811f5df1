import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: may('can-read-permissions'),
    read: mayWithContacts('can-read-permissions'),
    delete: may('can-delete-permissions', 'no-more-than-held'),
    restore: may(['can-restore-records', 'can-delete-permissions'], 'no-more-than-held'),
    destroy: may(['can-delete-permissions', 'can-delete-permanently'], 'no-more-than-held'),
  },
  relations: {
    roles: {
      read: may(['can-read-permissions', 'can-read-roles']),
      write: may(
        ['can-assign-permissions', 'can-read-permissions', 'can-read-roles'],
        'no-more-than-held',
        'built-in-role',
      ),
    },
    users: { read: mayWithContacts(['can-read-permissions', 'can-read-users'], 'explained') },
    ...authors('can-read-permissions'),
  },
  more: {},
}
