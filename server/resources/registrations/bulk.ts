import { rolesOfNewUsers } from '../../../contract/registrations.ts'
import { accessToMore } from '../../access/matrix.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { bulkDelete, bulkRestore } from '../../crud/endpoints/bulk-actions.ts'
import { type BulkAction, bulkActionEndpoint } from '../../crud/endpoints/bulk-report.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { type ChosenRoles, readChosenRoles, refuseUnassignableRoles } from '../users/links.ts'
import { refuseUnlessMayRegister } from '../users/registered-role.ts'
import { access } from './access.ts'
import { approve } from './create-user.ts'

/** Bulk calls on registrations that report what they changed and what they left out. */
export const bulkActions = (registrations: Resource): Endpoint[] => [
  bulkActionEndpoint(registrations, createUsers),
  bulkDelete(registrations),
  bulkRestore(registrations),
]

const createUsers: BulkAction<ChosenRoles> = {
  name: 'create-user',
  summary: 'Create the users of many registrations, with a report',
  description:
    'Creates a user from each registration, as `create-user` does, with the role `registered` and `roles` besides. ' +
    'Registrations that have a user count as unchanged. `done` has the ids of the registrations.',
  access: accessToMore({ name: 'registrations', access }, 'bulk-create-user'),
  input: rolesOfNewUsers('roles to assign besides `registered`'),
  actsOn: 'false',
  prepare: async (ctx, input) => {
    const chosen = readChosenRoles(ctx, input)
    await refuseUnlessMayRegister(ctx)
    await refuseUnassignableRoles(ctx, chosen)
    return chosen
  },
  change: async (ctx, _registrations, row, chosen) => {
    if (row.status === 'user-created') return false
    await approve(ctx, row, chosen)
    return true
  },
}
