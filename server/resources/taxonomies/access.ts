import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: may('can-read-taxonomies'),
    read: mayWithContacts('can-read-taxonomies'),
    create: may('can-create-taxonomies'),
    update: may('can-update-taxonomies'),
    delete: may('can-delete-taxonomies', 'no-more-than-held'),
    restore: may(['can-restore-records', 'can-delete-taxonomies'], 'no-more-than-held'),
    destroy: may(['can-delete-taxonomies', 'can-delete-permanently'], 'no-more-than-held'),
  },
  relations: {
    type: {
      read: may(['can-read-taxonomies', 'can-read-taxonomy-types']),
      write: may(['can-update-taxonomies', 'can-read-taxonomies', 'can-read-taxonomy-types']),
    },
    parent: {
      read: may('can-read-taxonomies'),
      write: may(['can-update-taxonomies', 'can-read-taxonomies']),
    },
    children: {
      read: may('can-read-taxonomies'),
      write: may(['can-update-taxonomies', 'can-read-taxonomies']),
    },
    users: {
      read: mayWithContacts(['can-read-taxonomies', 'can-read-users']),
      write: mayWithContacts(
        ['can-update-users', 'can-read-taxonomies', 'can-read-users'],
        'no-more-than-held',
      ),
    },
    ...authors('can-read-taxonomies'),
  },
  more: {
    tree: may('can-read-taxonomies'),
    move: may('can-update-taxonomies'),
    outline: may('can-create-taxonomies'),
    merge: may(['can-update-taxonomies', 'can-delete-taxonomies'], 'no-more-than-held'),
  },
}
