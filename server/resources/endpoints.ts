import type { OwnEndpoints } from '../crud/endpoints/routes.ts'
import { bulkActions as bulkRegistrations } from './registrations/bulk.ts'
import { createUserEndpoint } from './registrations/create-user.ts'
import { duplicateEndpoint } from './roles/duplicate.ts'
import { grantEndpoints } from './roles/grant-endpoints.ts'
import { mergeEndpoint } from './taxonomies/merge.ts'
import { moveEndpoint } from './taxonomies/move.ts'
import { outlineEndpoint } from './taxonomies/outline.ts'
import { treeEndpoint } from './taxonomies/tree.ts'
import { bulkActions as bulkUsers } from './users/bulk.ts'
import { bulkCreate } from './users/bulk-create.ts'
import { accessChecks } from './users/checks.ts'
import { eraseEndpoint } from './users/erase-endpoint.ts'
import { offboardingEndpoints } from './users/offboarding-endpoints.ts'
import { sendResetEndpoint } from './users/send-reset.ts'
import { webhookEndpoints } from './webhooks/endpoints.ts'

/** Operations that only one resource has. */
export const ownEndpoints: OwnEndpoints = {
  registrations: (registrations) => [createUserEndpoint(registrations), ...bulkRegistrations(registrations)],
  users: (users) => [
    ...accessChecks(users),
    ...bulkUsers(users),
    bulkCreate(users),
    ...offboardingEndpoints(users),
    sendResetEndpoint(users),
    eraseEndpoint(users),
  ],
  roles: (roles) => [...grantEndpoints, duplicateEndpoint(roles)],
  taxonomies: (terms) => [
    treeEndpoint(terms),
    moveEndpoint(terms),
    mergeEndpoint(terms),
    outlineEndpoint(terms),
  ],
  webhooks: webhookEndpoints,
}
