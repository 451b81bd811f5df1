import type { TSchema } from 'typebox'
import { CheckResult, Explanation, Reason, RoleInForce } from '../../contract/access.ts'
import { AuditEntry } from '../../contract/audit.ts'
import { BulkCreateReport, BulkReport } from '../../contract/bulk.ts'
import { MemberName } from '../../contract/described.ts'
import { Factor } from '../../contract/factors.ts'
import { Pivot, Reference } from '../../contract/fields.ts'
import { GrantEffects, Grants } from '../../contract/grants.ts'
import { Invitation, InvitationShown } from '../../contract/invitations.ts'
import { Mail, MailStatus } from '../../contract/mails.ts'
import { Offboarding, RoleLeftOut } from '../../contract/offboardings.ts'
import { Overview, Service } from '../../contract/overview.ts'
import { PasskeyCreationOptions, PasskeyRequestOptions } from '../../contract/passkeys.ts'
import {
  AccessChange,
  PastLinkedRecord,
  PastLinkedUser,
  PastPivot,
  PastRecord,
  PastUser,
} from '../../contract/past.ts'
import { Session } from '../../contract/sessions.ts'
import { TermMerged, TermMoved, TermNode, TermOutlined } from '../../contract/terms.ts'
import { Token } from '../../contract/tokens.ts'
import { WebhookDelivery } from '../../contract/webhooks.ts'
import { relationsOf } from '../crud/define/relations.ts'
import type { Resource, ResourceRegistry } from '../crud/define/resource.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { describe, servedAt } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'
import { version } from '../version.ts'
import { type Asset, makeAsset } from './assets.ts'

/** Schemas that the description names, besides those of resources. */
const NAMED = [
  Reference,
  MemberName,
  Pivot,
  Token,
  Factor,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  Session,
  Offboarding,
  RoleLeftOut,
  Mail,
  MailStatus,
  AuditEntry,
  AccessChange,
  PastUser,
  PastRecord,
  PastPivot,
  PastLinkedUser,
  PastLinkedRecord,
  Invitation,
  InvitationShown,
  RoleInForce,
  Reason,
  Explanation,
  CheckResult,
  Service,
  Overview,
  Grants,
  GrantEffects,
  BulkReport,
  BulkCreateReport,
  TermNode,
  TermMoved,
  TermOutlined,
  TermMerged,
  WebhookDelivery,
]

/** The short forms of resources that others include. */
function shortOf(all: readonly Resource[]): TSchema[] {
  const included = new Set(
    all.flatMap((resource) => Object.values(relationsOf(resource)).map(({ to }) => to)),
  )
  return all.flatMap(({ name, schemas: { short } }) => (included.has(name) ? [short] : []))
}

/** The API's description, the same for every installation of this version. */
export const describeApi = ({ all }: ResourceRegistry, endpoints: readonly Endpoint[]): Json =>
  describe(endpoints, {
    version,
    named: [...NAMED, ...all.map(({ schemas }) => schemas.item), ...shortOf(all)],
    tags: {
      identity: 'Signing in, up and out, and the first administrator.',
      ...Object.fromEntries(all.map(({ name, description }) => [name, description])),
      invitations: 'Inviting people, and accepting an invitation.',
      mails: 'Mails that wait, were sent or have failed.',
      audit: 'What happened: who changed what, when and why.',
      health: 'For whoever runs the service.',
    },
  })

/** Public addresses of one service. Bounds the cache against clients that send arbitrary `Host` headers. */
const MAX_ADDRESSES = 8

/** Builds `/openapi.json` on the first request, and caches it per public address. */
export function descriptionAt(
  registry: ResourceRegistry,
  endpoints: readonly Endpoint[],
): (baseUrl: string) => Promise<Asset> {
  let description: Json | undefined
  const cached = new Map<string, Promise<Asset>>()
  return (baseUrl) => {
    description ??= describeApi(registry, endpoints)
    const asset =
      cached.get(baseUrl) ??
      makeAsset(JSON.stringify(servedAt(description, baseUrl)), 'application/json; charset=utf-8')
    // Evicts the least recently used one.
    cached.delete(baseUrl)
    cached.set(baseUrl, asset)
    if (cached.size > MAX_ADDRESSES) cached.delete(cached.keys().next().value as string)
    return asset
  }
}
