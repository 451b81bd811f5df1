import type { components } from '@rolecall/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../api/session.ts'

/** Which roles give which permissions, as the service answers it. */
export type Grants = components['schemas']['Grants']
export type RoleBrief = Grants['roles'][number]
export type PermissionBrief = Grants['permissions'][number]
export type Effects = components['schemas']['GrantEffects']

export const SUPER_ADMINISTRATOR = 'super-administrator'

/** The service takes and answers no more at once. */
export const MOST_ROLES = 200
export const MOST_CHANGES = 1000

/** A cell that is to be other than it is. */
export interface Change {
  role: RoleBrief
  permission: PermissionBrief
  /** Whether the role is to give the permission. */
  held: boolean
}

const root = 'grants'

/** After any write of what roles give. What a draft would do is asked anew by itself. */
export const everyGrantKey = { queryKey: [root, 'of'] }

/** @param roles their ids; without them, the first by name */
export const grantsOf = (roles: readonly number[] | undefined, signal: AbortSignal): Promise<Grants> =>
  client.request('GET', '/api/role-permissions', {
    query: roles === undefined ? {} : { roles: roles.map(String) },
    signal,
  })

export const grantsQuery = (roles?: readonly number[]) =>
  queryOptions({
    queryKey: [root, 'of', roles ?? 'the first'],
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

/** What the changes would give and take, from how many users; nothing is written. */
export const effectsQuery = (changes: readonly Change[]) =>
  queryOptions({
    queryKey: [root, 'effects', sent(changes)],
    queryFn: ({ signal }) => send(changes, true, signal),
    enabled: changes.length > 0 && changes.length <= MOST_CHANGES,
    // Others may change users at any time: what is told is never older than the review.
    gcTime: 0,
    staleTime: 0,
  })

/** All of them, or none. */
export const saveChanges = (changes: readonly Change[]) => send(changes, false)

export const cellKey = (role: { id: number }, permission: { id: number }) => `${role.id} ${permission.id}`

/** What is in force as the service told it, quick to ask. */
export interface Holdings {
  holds: (role: RoleBrief, permission: PermissionBrief) => boolean
  countOf: (role: RoleBrief) => number
}

export function holdingsOf({ grants, permissions }: Pick<Grants, 'grants' | 'permissions'>): Holdings {
  const held = new Map(Object.entries(grants).map(([role, ids]) => [Number(role), new Set(ids)]))
  return {
    // The super administrator needs no links.
    holds: (role, permission) =>
      role.slug === SUPER_ADMINISTRATOR || (held.get(role.id)?.has(permission.id) ?? false),
    countOf: (role) =>
      role.slug === SUPER_ADMINISTRATOR ? permissions.length : (held.get(role.id)?.size ?? 0),
  }
}

/**
 * Tells what a role gives that is not among `own`: the service lets nobody give or change it who does not hold all that
 * it gives.
 */
export function beyondOf(grants: Grants, own: ReadonlySet<string>) {
  const lacking = grants.permissions.filter(({ slug }) => !own.has(slug))
  const roles = new Map(grants.roles.map((role) => [role.id, role]))
  const { holds } = holdingsOf(grants)
  return (id: number): PermissionBrief | undefined => {
    const role = roles.get(id)
    return role && lacking.find((permission) => holds(role, permission))
  }
}
