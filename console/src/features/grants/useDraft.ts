import { useCallback, useMemo, useState } from 'react'
import { type Change, cellKey, type Holdings, type PermissionBrief, type RoleBrief } from './grants.ts'

/** Whether a role has all, some or none of the permissions. */
export type Tick = boolean | 'mixed'

export interface Draft {
  changes: Change[]
  isChanged: (role: RoleBrief, permission: PermissionBrief) => boolean
  /** The state after the save. */
  holds: (role: RoleBrief, permission: PermissionBrief) => boolean
  tickOf: (role: RoleBrief, permissions: readonly PermissionBrief[]) => Tick
  /** A change back to the saved state leaves the draft. */
  set: (role: RoleBrief, permissions: readonly PermissionBrief[], held: boolean) => void
  undo: (changes: readonly Change[]) => void
  /** Drafts the inverse of saved changes, without cells that others have changed back. @returns how many remain */
  revert: (saved: readonly Change[]) => number
  /** Whether the role's grants are known here. */
  isShown: (role: RoleBrief) => boolean
  discard: () => void
}

const keyOf = ({ role, permission }: Change) => cellKey(role, permission)

type TickOf = Draft['tickOf']

/** Counting a whole module for each render is slow. */
function remembered(tickOf: TickOf): TickOf {
  const known = new WeakMap<readonly PermissionBrief[], Map<number, Tick>>()
  return (role, permissions) => {
    const ofRoles = known.get(permissions) ?? new Map<number, Tick>()
    known.set(permissions, ofRoles)
    const tick = ofRoles.get(role.id) ?? tickOf(role, permissions)
    ofRoles.set(role.id, tick)
    return tick
  }
}

/** Changes that are collected until they are saved together. */
export function useDraft(holdings: Holdings): Draft {
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())

  const holds = useCallback(
    (role: RoleBrief, permission: PermissionBrief) =>
      changes.get(cellKey(role, permission))?.held ?? holdings.holds(role, permission),
    [changes, holdings],
  )
  const set = useCallback(
    (role: RoleBrief, permissions: readonly PermissionBrief[], held: boolean) =>
      setChanges((before) => {
        const after = new Map(before)
        for (const permission of permissions) {
          const key = cellKey(role, permission)
          if (holdings.holds(role, permission) === held) after.delete(key)
          else after.set(key, { role, permission, held })
        }
        return after
      }),
    [holdings],
  )
  const undo = useCallback(
    (undone: readonly Change[]) =>
      setChanges((before) => {
        const after = new Map(before)
        for (const change of undone) after.delete(keyOf(change))
        return after
      }),
    [],
  )
  const revert = useCallback(
    (saved: readonly Change[]) => {
      const inverse = saved
        .map((change) => ({ ...change, held: !change.held }))
        .filter(({ role, permission, held }) => holdings.holds(role, permission) !== held)
      setChanges(new Map(inverse.map((change) => [keyOf(change), change])))
      return inverse.length
    },
    [holdings],
  )
  return useMemo(
    () => ({
      changes: [...changes.values()],
      isChanged: (role, permission) => changes.has(cellKey(role, permission)),
      holds,
      tickOf: remembered((role, permissions) => {
        const count = permissions.filter((permission) => holds(role, permission)).length
        return count === 0 ? false : count === permissions.length || 'mixed'
      }),
      set,
      undo,
      revert,
      isShown: holdings.isShown,
      discard: () => setChanges(new Map()),
    }),
    [changes, holds, set, undo, revert, holdings],
  )
}
