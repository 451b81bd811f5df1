import { readHistories, type State } from '../../audit/histories.ts'
import type { Db } from '../../db/tables.ts'
import { AccessHistories } from './histories.ts'
import type { WorkBudget } from './work-budget.ts'

export interface Selection {
  kind: 'users' | 'roles' | 'permissions'
  id: number
}

/** What a question is about, with the histories of its roles and permissions. */
export interface Scope {
  selection: Selection
  /** Their users are concerned. */
  roles: number[]
  /** Whose changes are told, ascending; empty: all of the user. */
  permissions: number[]
  histories: AccessHistories
  /** Of the selected user, which `histories` may forget. */
  own: State[][]
}

export async function scopeOf(db: Db, selection: Selection, work: WorkBudget): Promise<Scope> {
  const { kind, id } = selection
  if (kind === 'users') {
    const histories = new AccessHistories(db, work)
    await histories.readUsers([id])
    const own = [histories.users.get(id) ?? [], ...(histories.links.get(id) ?? [])]
    return { selection, roles: [...histories.roles.keys()], permissions: [], histories, own }
  }
  const side = kind === 'roles' ? 'left_id' : 'right_id'
  const grants = [...(await readHistories(db, 'role_permissions', { [side]: [id] })).values()].flat()
  const permissions = kind === 'permissions' ? [id] : idsOf(grants, 'right_id')
  const roles = kind === 'roles' ? [id] : idsOf(grants, 'left_id')
  const histories = new AccessHistories(db, work, permissions)
  await histories.readRoles(roles)
  await histories.readPermissions(permissions)
  return { selection, roles, permissions, histories, own: [] }
}

const idsOf = (states: readonly State[], side: 'left_id' | 'right_id'): number[] =>
  [...new Set(states.map((state) => state[side] as number))].sort((one, other) => one - other)
