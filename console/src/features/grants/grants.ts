import type { components } from '@rolecall/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PREVIEW } from '../../api/changes.ts'
import { client } from '../../api/session.ts'

/** Which roles grant which permissions, as the service returns it. */
export type Grants = components['schemas']['Grants']
export type RoleBrief = Grants['roles'][number]
export type PermissionBrief = Grants['permissions'][number]
export type Effects = components['schemas']['GrantEffects']

export const SUPER_ADMINISTRATOR = 'super-administrator'

/** The service's limit per request and response. */
export const MOST_ROLES = 200
export const MOST_CHANGES = 1000

/** A changed cell. */
export interface Change {
  role: RoleBrief
  permission: PermissionBrief
  /** Whether the role should grant the permission. */
  held: boolean
}

/** First part of the keys of queries of grants. */
export const GRANTS = 'grants'

/** @param roles ids; without them, the first roles by name */
export const grantsOf = (roles: readonly number[] | undefined, signal: AbortSignal): Promise<Grants> =>
  client.request('GET', '/api/role-permissions', {
    query: roles === undefined ? {} : { roles: roles.map(String) },
    signal,
  })

export const grantsQuery = (roles?: readonly number[]) =>
  queryOptions({
    queryKey: [GRANTS, roles ?? 'the first'],
    queryFn: ({ signal }) => grantsOf(roles, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

const sent = (changes: readonly Change[]) =>
  changes.map(({ role, permission, held }) => ({ role: role.id, permission: permission.id, held }))

const send = (changes: readonly Change[], dry_run: boolean, signal?: AbortSignal) =>
  client.request('POST', '/api/role-permissions/changes', {
    body: { changes: sent(changes), dry_run },
    ...(signal && { signal }),
  })

/** What the changes would grant and revoke, from how many users; nothing is written. */
export const effectsQuery = (changes: readonly Change[]) =>
  queryOptions({
    queryKey: [PREVIEW, GRANTS, sent(changes)],
    queryFn: ({ signal }) => send(changes, true, signal),
    enabled: changes.length > 0 && changes.length <= MOST_CHANGES,
    // Others may change users at any time, so the count is never cached beyond the review.
    gcTime: 0,
    staleTime: 0,
  })

/** Saves all changes or none. */
export const saveChanges = (changes: readonly Change[]) => send(changes, false)

export const cellKey = (role: { id: number }, permission: { id: number }) => `${role.id} ${permission.id}`

/** The saved grants, indexed for fast lookups. */
export interface Holdings {
  holds: (role: RoleBrief, permission: PermissionBrief) => boolean
  countOf: (role: RoleBrief) => number
  /** Whether the grants of the role were read. */
  isShown: (role: RoleBrief) => boolean
}

export function holdingsOf({ grants, permissions }: Pick<Grants, 'grants' | 'permissions'>): Holdings {
  const held = new Map(Object.entries(grants).map(([role, ids]) => [Number(role), new Set(ids)]))
  return {
    isShown: ({ id }) => held.has(id),
    // The super administrator needs no links.
    holds: (role, permission) =>
      role.slug === SUPER_ADMINISTRATOR || (held.get(role.id)?.has(permission.id) ?? false),
    countOf: (role) =>
      role.slug === SUPER_ADMINISTRATOR ? permissions.length : (held.get(role.id)?.size ?? 0),
  }
}

/**
 * Finds a permission that a role grants and that is not among `own`: the service lets only those assign or change a role
 * who have all of its permissions.
 */
export function lackingOf(grants: Grants, own: ReadonlySet<string>) {
  const lacking = grants.permissions.filter(({ slug }) => !own.has(slug))
  const roles = new Map(grants.roles.map((role) => [role.id, role]))
  const { holds } = holdingsOf(grants)
  return (id: number): PermissionBrief | undefined => {
    const role = roles.get(id)
    return role && lacking.find((permission) => holds(role, permission))
  }
}
