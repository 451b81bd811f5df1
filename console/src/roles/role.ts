import type { components } from '@rolecall/client'
import { useMay } from '../api/me.ts'
import { SUPER_ADMINISTRATOR } from '../grants/grants.ts'

export type Role = components['schemas']['Role']
/** Somebody who has it, by a link of its own validity. */
export type Member = components['schemas']['User']

/** It can be neither renamed, deactivated nor deleted, and gives everything. */
export const isBuiltIn = ({ slug }: Pick<Role, 'slug'>) => slug === SUPER_ADMINISTRATOR

/** What of a role the caller may see and do. */
export function useRoleLeave(role: Role) {
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
