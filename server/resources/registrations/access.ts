import { authors, may, meet, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: meet('can-read-registrations'),
    read: meet('can-read-registrations'),
    create: meet('can-create-registrations', 'shown-records'),
    update: meet('can-update-registrations', 'shown-records'),
    delete: may('can-delete-registrations'),
    restore: meet(['can-restore-records', 'can-delete-registrations']),
    destroy: may(['can-delete-registrations', 'can-delete-permanently']),
  },
  relations: {
    user: {
      read: meet(['can-read-registrations', 'can-read-users']),
      write: meet(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
    },
    invited_by: {
      read: meet(['can-read-registrations', 'can-read-users']),
      write: meet(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
    },
    ...authors('can-read-registrations'),
  },
  more: {
    'create-user': meet(
      ['can-create-users', 'can-update-registrations'],
      'no-more-than-held',
      'chosen-roles',
    ),
  },
}
