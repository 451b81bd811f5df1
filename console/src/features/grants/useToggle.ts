import { useNotify, useTranslate } from 'react-admin'
import type { PermissionBrief, RoleBrief } from './grants.ts'
import type { Locks } from './locks.ts'
import type { Draft } from './useDraft.ts'

/** Toggles permissions of a role that are not locked, and says why others stay unchanged. */
export function useToggle(draft: Draft, locks: Locks) {
  const notify = useNotify()
  const translate = useTranslate()
  return (role: RoleBrief, permissions: readonly PermissionBrief[]) => {
    const open = permissions.filter((permission) => locks.of(role, permission) === undefined)
    const [first] = permissions.filter((permission) => !open.includes(permission))
    if (first && open.length === 0) {
      const [key, names] = locks.of(role, first) ?? []
      return notify(translate(key ?? '', names), { type: 'warning', multiLine: true })
    }
    // A partly granted group is granted completely; a complete one is revoked.
    draft.set(role, open, draft.tickOf(role, open) !== true)
    if (open.length < permissions.length) {
      const smart_count = permissions.length - open.length
      notify(translate('grants.lock.some', { smart_count }), { type: 'warning', multiLine: true })
    }
  }
}
