import { ResourceRegistry } from '../crud/define/resource.ts'
import { permissions } from './permissions/index.ts'
import { registrations } from './registrations/index.ts'
import { roles } from './roles/index.ts'
import { taxonomies } from './taxonomies/index.ts'
import { taxonomyTypes } from './taxonomy-types/index.ts'
import { users } from './users/index.ts'
import { webhooks } from './webhooks/index.ts'

/** All resources, in the order of the contract. */
export const registry = new ResourceRegistry([
  registrations,
  users,
  roles,
  permissions,
  taxonomies,
  taxonomyTypes,
  webhooks,
])

export const resources = registry.all
