import { lazily } from '../ui/lazily.ts'

export const compareRoles = lazily(() => import('./ComparePage.tsx'), 'ComparePage')

export const roles = {
  list: lazily(() => import('./RoleList.tsx'), 'RoleList'),
  create: lazily(() => import('./RoleCreate.tsx'), 'RoleCreate'),
  edit: lazily(() => import('./RolePage.tsx'), 'RolePage'),
  recordRepresentation: 'name',
}
