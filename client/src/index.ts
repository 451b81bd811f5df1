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
  type EndUser,
  type Explanation,
  endUserHeaders,
  type MadePasskey,
  type Me,
  type Overview,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type Question,
  type RequestOptions,
  type SecondFactorProof,
  type ServiceInfo,
  type SignedIn,
  type SignInOptions,
  type UsedPasskey,
} from './client.ts'
export {
  type Detail,
  RolecallError,
  RolecallNetworkError,
  type SecondFactor,
  SecondFactorRequired,
  type WebhookFault,
  WebhookVerificationError,
} from './errors.ts'
export type { AuditEvent, EventOptions, EventParams } from './events.ts'
export type { Relation } from './relation.ts'
export type { Resource } from './resource.ts'
export type { GrantChange, GrantEffects, GrantParams, Grants } from './role-permissions.ts'
export type { DryRun, TreePage, TreeParams } from './taxonomies.ts'
export { type ClientOptions, etagOf, positionOf } from './transport.ts'
export type * from './types.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts'
