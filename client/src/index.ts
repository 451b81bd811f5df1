export type { components, paths } from './api.ts'
export type {
  BulkAction,
  BulkCreateOptions,
  BulkCreateReport,
  BulkInput,
  BulkOptions,
  BulkReport,
  Matching,
} from './bulk.ts'
export {
  type Client,
  createClient,
  type Explanation,
  type Me,
  type Overview,
  type Question,
  type RequestOptions,
  type ServiceInfo,
  type SignedIn,
} from './client.ts'
export { type Detail, RolecallError, RolecallNetworkError } from './errors.ts'
export type { Relation } from './relation.ts'
export type { Resource } from './resource.ts'
export type { GrantChange, GrantEffects, GrantParams, Grants } from './role-permissions.ts'
export type { DryRun, TreePage, TreeParams } from './taxonomies.ts'
export { type ClientOptions, etagOf } from './transport.ts'
export type * from './types.ts'
