import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

export const access: ResourceAccess = {
  actions: {
    list: mayWithContacts('can-read-registrations'),
    read: mayWithContacts('can-read-registrations'),
    create: mayWithContacts('can-create-registrations', 'shown-records'),
    update: mayWithContacts('can-update-registrations', 'shown-records'),
    delete: may('can-delete-registrations'),
    restore: mayWithContacts(['can-restore-records', 'can-delete-registrations']),
    destroy: may(['can-delete-registrations', 'can-delete-permanently']),
  },
  relations: {
    user: {
      read: mayWithContacts(['can-read-registrations', 'can-read-users']),
      write: mayWithContacts(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
    },
    invited_by: {
      read: mayWithContacts(['can-read-registrations', 'can-read-users']),
      write: mayWithContacts(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
    },
    ...authors('can-read-registrations'),
  },
  more: {
    'create-user': mayWithContacts(
      ['can-create-users', 'can-update-registrations'],
      'no-more-than-held',
      'chosen-roles',
    ),
    'bulk-create-user': may(
      ['can-create-users', 'can-update-registrations'],
      'no-more-than-held',
      'chosen-roles',
      'reported',
    ),
    resend: may('can-invite-users', 'no-more-than-held', 'planned-links'),
    revoke: may('can-invite-users'),
    invitation: mayWithContacts(['can-invite-users', 'can-read-registrations']),
    'bulk-delete': may('can-delete-registrations', 'reported'),
    'bulk-restore': may(['can-restore-records', 'can-delete-registrations'], 'reported'),
  },
}
