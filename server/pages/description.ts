import { CheckResult, Explanation, Reason, RoleInForce } from '../../contract/access.ts'
import { MemberName } from '../../contract/described.ts'
import { Pivot, Reference } from '../../contract/fields.ts'
import { GrantEffects, Grants } from '../../contract/grants.ts'
import { Overview, Service } from '../../contract/overview.ts'
import { PermissionRef } from '../../contract/permissions.ts'
import { RegistrationRef } from '../../contract/registrations.ts'
import { RoleRef } from '../../contract/roles.ts'
import { TaxonomyRef } from '../../contract/taxonomies.ts'
import { TaxonomyTypeRef } from '../../contract/taxonomy-types.ts'
import { TermMerged, TermMoved, TermNode } from '../../contract/terms.ts'
import { Token } from '../../contract/tokens.ts'
import { UserRef } from '../../contract/users.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { describe, servedAt } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'
import { resources } from '../resources/index.ts'
import { version } from '../version.ts'
import { type Asset, makeAsset } from './assets.ts'

const NAMED = [
  Reference,
  MemberName,
  Pivot,
  UserRef,
  RegistrationRef,
  RoleRef,
  PermissionRef,
  TaxonomyRef,
  TaxonomyTypeRef,
  Token,
  RoleInForce,
  Reason,
  Explanation,
  CheckResult,
  Service,
  Overview,
  Grants,
  GrantEffects,
  TermNode,
  TermMoved,
  TermMerged,
  ...resources.map(({ schemas }) => schemas.item),
]

/** The API's description, the same for every installation of this version. */
export const describeApi = (endpoints: readonly Endpoint[]): Json =>
  describe(endpoints, { version, named: NAMED })

/** Public addresses of one service. Bounds the cache against clients that send arbitrary `Host` headers. */
const MAX_ADDRESSES = 8

/** Builds `/openapi.json` on the first request, and caches it per public address. */
export function descriptionAt(endpoints: readonly Endpoint[]): (baseUrl: string) => Promise<Asset> {
  let description: Json | undefined
  const made = new Map<string, Promise<Asset>>()
  return (baseUrl) => {
    description ??= describeApi(endpoints)
    const asset =
      made.get(baseUrl) ??
      makeAsset(JSON.stringify(servedAt(description, baseUrl)), 'application/json; charset=utf-8')
    // Evicts the least recently used one.
    made.delete(baseUrl)
    made.set(baseUrl, asset)
    if (made.size > MAX_ADDRESSES) made.delete(made.keys().next().value as string)
    return asset
  }
}
