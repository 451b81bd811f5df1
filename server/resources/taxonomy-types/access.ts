import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: may('can-read-taxonomy-types'),
    read: mayWithContacts('can-read-taxonomy-types'),
    create: may('can-create-taxonomy-types'),
    update: may('can-update-taxonomy-types'),
    delete: may('can-delete-taxonomy-types', 'cascaded-records', 'no-more-than-held'),
    restore: may(
      ['can-restore-records', 'can-delete-taxonomy-types'],
      'cascaded-records',
      'no-more-than-held',
    ),
    destroy: may(['can-delete-taxonomy-types', 'can-delete-permanently']),
  },
  relations: {
    parent: {
      read: may('can-read-taxonomy-types'),
      write: may(['can-update-taxonomy-types', 'can-read-taxonomy-types']),
    },
    children: {
      read: may('can-read-taxonomy-types'),
      write: may(['can-update-taxonomy-types', 'can-read-taxonomy-types']),
    },
    taxonomies: {
      read: may(['can-read-taxonomy-types', 'can-read-taxonomies']),
      write: may(['can-update-taxonomies', 'can-read-taxonomy-types', 'can-read-taxonomies']),
    },
    ...authors('can-read-taxonomy-types'),
  },
  more: {},
}
