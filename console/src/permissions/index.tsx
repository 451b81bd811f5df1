import { lazily } from '../ui/lazily.ts'

export const permissions = {
  list: lazily(() => import('./PermissionList.tsx'), 'PermissionList'),
  // Permissions are declared, not edited, so this page is read-only. It uses the address of an edit page.
  edit: lazily(() => import('./PermissionPage.tsx'), 'PermissionPage'),
  recordRepresentation: 'name',
}
