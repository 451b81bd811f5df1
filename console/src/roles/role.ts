import type { components } from '@rolecall/client'
import { useMay } from '../api/me.ts'
import { SUPER_ADMINISTRATOR } from '../features/grants/grants.ts'

export type Role = components['schemas']['Role']
/** A user of the role, with the link. */
export type Member = components['schemas']['User']

/** The built-in role: it cannot be renamed, deactivated or deleted, and grants everything. */
export const isBuiltIn = ({ slug }: Pick<Role, 'slug'>) => slug === SUPER_ADMINISTRATOR

/** What the caller may see and do with a role. */
export function useRoleAbilities(role: Role) {
  const may = useMay()
  return {
    update: may('roles', 'update') && !isBuiltIn(role),
    delete: may('roles', 'delete') && !isBuiltIn(role),
    restore: may('roles', 'restore'),
    readUsers: may('roles', 'users.read'),
    writeUsers: may('roles', 'users.write'),
    readPermissions: may('roles', 'permissions.read'),
    writePermissions: may('roles', 'permissions.write'),
  }
}
