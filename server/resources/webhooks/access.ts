import type { Slug } from '../../../contract/permissions.ts'
import { authors, may, mayWithContacts, type ResourceAccess } from '../../access/matrix.ts'

/** A webhook tells its receiver of entries of the audit trail. */
export const TO_MANAGE: readonly Slug[] = ['can-manage-webhooks', 'can-read-audit']

export const access: ResourceAccess = {
  actions: {
    list: may(TO_MANAGE),
    read: mayWithContacts(TO_MANAGE),
    create: may(TO_MANAGE),
    update: may(TO_MANAGE),
    delete: may(TO_MANAGE),
    restore: may(['can-restore-records', ...TO_MANAGE]),
    destroy: may([...TO_MANAGE, 'can-delete-permanently']),
  },
  relations: { ...authors('can-manage-webhooks') },
  more: {
    deliveries: may(TO_MANAGE),
    redeliver: may(TO_MANAGE),
    test: may(TO_MANAGE),
    rotate: may(TO_MANAGE),
  },
}
