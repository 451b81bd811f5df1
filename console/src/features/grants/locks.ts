import { useMemo } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import {
  type Grants,
  type Holdings,
  type PermissionBrief,
  type RoleBrief,
  SUPER_ADMINISTRATOR,
} from './grants.ts'

/** Why a cell cannot be changed: a message key and its values. */
type Lock = [key: string, names?: Record<string, string>]

export interface Locks {
  /** Whether the caller can change any grant. */
  mayWrite: boolean
  /** Whether the caller has the permission. */
  holds: (permission: PermissionBrief) => boolean
  /** Lock of a whole role. */
  ofRole: (role: RoleBrief) => Lock | undefined
  of: (role: RoleBrief, permission: PermissionBrief) => Lock | undefined
}

function locksOf(
  { permissions }: Pick<Grants, 'permissions'>,
  holdings: Holdings,
  own: ReadonlySet<string>,
  mayWrite: boolean,
): Locks {
  const lacking = permissions.filter(({ slug }) => !own.has(slug))
  const known = new Map<number, Lock | undefined>()

  function lockOfRole(role: RoleBrief): Lock | undefined {
    if (!mayWrite) return ['grants.lock.read_only']
    if (role.slug === SUPER_ADMINISTRATOR) return ['grants.lock.built_in', { role: role.name }]
    const beyond = lacking.find((permission) => holdings.holds(role, permission))
    return beyond && ['grants.lock.role_beyond', { role: role.name, permission: beyond.name }]
  }
  const ofRole = (role: RoleBrief) => {
    if (!known.has(role.id)) known.set(role.id, lockOfRole(role))
    return known.get(role.id)
  }
  return {
    mayWrite,
    holds: ({ slug }) => own.has(slug),
    ofRole,
    of: (role, permission) =>
      ofRole(role) ??
      (own.has(permission.slug)
        ? undefined
        : ['grants.lock.permission_beyond', { permission: permission.name }]),
  }
}

/**
 * The service's rule that callers only grant what they have themselves, applied before a save. The service decides; if
 * it knows better, the review shows its error.
 */
export function useLocks(grants: Pick<Grants, 'permissions'>, holdings: Holdings): Locks {
  const { permissions } = useMe()
  const mayWrite = useMay()('roles', 'grants-change')
  return useMemo(
    () => locksOf(grants, holdings, new Set<string>(permissions), mayWrite),
    [grants, holdings, permissions, mayWrite],
  )
}
