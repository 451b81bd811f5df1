import type { PermissionBrief } from '../features/grants/grants.ts'
import { groupsOf } from '../features/grants/groups.ts'

/** A row of the matrix: a permission, or a group with its permissions. */
export type MatrixRow = { key: string; permissions: PermissionBrief[] } & (
  | { kind: 'module'; name: string; isOpen: boolean }
  | { kind: 'section'; name: string | null; isOpen: boolean }
  | { kind: 'permission'; permission: PermissionBrief }
)

const ofPermission = (permission: PermissionBrief): MatrixRow => ({
  kind: 'permission',
  key: `permission ${permission.id}`,
  permissions: [permission],
  permission,
})

/**
 * Collapsed groups are in the page's address, which names may make too long for a server. A group keeps its oldest permission for
 * as long as that exists.
 */
const keyOf = (kind: 'm' | 's', permissions: readonly PermissionBrief[]): string =>
  `${kind}${Math.min(...permissions.map(({ id }) => id))}`

/** @param closed keys of the collapsed groups */
export function rowsOf(permissions: readonly PermissionBrief[], closed: ReadonlySet<string>): MatrixRow[] {
  return groupsOf(permissions).flatMap(({ module, permissions: own, sections }): MatrixRow[] => {
    const key = keyOf('m', own)
    const isOpen = !closed.has(key)
    const head: MatrixRow = { kind: 'module', key, name: module, permissions: own, isOpen }
    if (!isOpen) return [head]
    const isPlain = sections.length === 1 && sections[0]?.section === null
    if (isPlain) return [head, ...own.map(ofPermission)]
    return [
      head,
      ...sections.flatMap(({ section, permissions }): MatrixRow[] => {
        const key = keyOf('s', permissions)
        const isOpen = !closed.has(key)
        const head: MatrixRow = { kind: 'section', key, name: section, permissions, isOpen }
        return isOpen ? [head, ...permissions.map(ofPermission)] : [head]
      }),
    ]
  })
}
