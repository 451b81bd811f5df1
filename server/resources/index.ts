import type { Resource } from '../crud/define/resource.ts'
import { permissions } from './permissions/index.ts'
import { registrations } from './registrations/index.ts'
import { roles } from './roles/index.ts'
import { taxonomies } from './taxonomies/index.ts'
import { taxonomyTypes } from './taxonomy-types/index.ts'
import { users } from './users/index.ts'

/** All of them, in the order of the contract. */
export const resources: readonly Resource[] = [
  registrations,
  users,
  roles,
  permissions,
  taxonomies,
  taxonomyTypes,
]
