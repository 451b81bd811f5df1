import type { OwnEndpoints } from '../crud/endpoints/routes.ts'
import { createUserEndpoint } from './registrations/create-user.ts'
import { grantEndpoints } from './roles/grant-endpoints.ts'
import { mergeEndpoint } from './taxonomies/merge.ts'
import { moveEndpoint } from './taxonomies/move.ts'
import { treeEndpoint } from './taxonomies/tree.ts'
import { accessChecks } from './users/checks.ts'

/** Operations that only one resource has. */
export const ownEndpoints: OwnEndpoints = {
  registrations: (registrations) => [createUserEndpoint(registrations)],
  users: accessChecks,
  roles: () => grantEndpoints,
  taxonomies: (terms) => [treeEndpoint(terms), moveEndpoint(terms), mergeEndpoint(terms)],
}
