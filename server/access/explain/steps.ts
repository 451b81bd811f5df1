import type { RoleInShort } from '../sql/candidates.ts'

/** One step of a change, and the API call for it; null if no call can do it. */
export interface Step {
  does: string
  call: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: object | null } | null
}

type Method = NonNullable<Step['call']>['method']

const step = (does: string, method: Method, path: string, body: object | null = null): Step => ({
  does,
  call: { method, path, body },
})

/** A link in force, without expiry. */
const IN_FORCE = { is_active: true, expires_at: null }

const rolesOf = (userId: number) => `/api/users/${userId}/relationships/roles`
const permissionsOf = ({ id }: RoleInShort) => `/api/roles/${id}/relationships/permissions`

/** The steps by which changes are made. */
export const steps = {
  restoreUser: (id: number) => step('Restore the user.', 'POST', `/api/users/id/${id}/restore`),
  activateUser: (id: number) => step('Activate the user.', 'PATCH', `/api/users/${id}`, { is_active: true }),

  restorePermission: (id: number) =>
    step('Restore the permission.', 'POST', `/api/permissions/id/${id}/restore`),
  activatePermission: { does: 'Activate the permission.', call: null } as Step,

  restoreRole: ({ id, slug }: RoleInShort) =>
    step(`Restore the role ${slug}.`, 'POST', `/api/roles/id/${id}/restore`),
  activateRole: ({ id, slug }: RoleInShort) =>
    step(`Activate the role ${slug}.`, 'PATCH', `/api/roles/${id}`, { is_active: true }),

  assignRole: (userId: number, { id, slug }: RoleInShort) =>
    step(`Assign the role ${slug} to the user.`, 'POST', rolesOf(userId), { id }),
  renewRole: (userId: number, { id, slug }: RoleInShort) =>
    step(`Renew the role ${slug} for the user.`, 'PATCH', rolesOf(userId), { id, ...IN_FORCE }),
  removeRole: (userId: number, { id, slug }: RoleInShort) =>
    step(`Remove the role ${slug} from the user.`, 'DELETE', rolesOf(userId), { id }),

  grantPermission: (role: RoleInShort, id: number) =>
    step(`Grant the permission to the role ${role.slug}.`, 'POST', permissionsOf(role), { id }),
  renewPermission: (role: RoleInShort, id: number) =>
    step(`Renew the permission in the role ${role.slug}.`, 'PATCH', permissionsOf(role), {
      id,
      ...IN_FORCE,
    }),
}
