import { lazily } from '../ui/lazily.ts'

export const permissions = {
  list: lazily(() => import('./PermissionList.tsx'), 'PermissionList'),
  // Permissions are declared, not edited: the page only shows. Its address is that of a record's page.
  edit: lazily(() => import('./PermissionPage.tsx'), 'PermissionPage'),
  recordRepresentation: 'name',
}
