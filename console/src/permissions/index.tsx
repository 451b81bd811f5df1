import { lazily } from '../ui/lazily.ts'

export const permissions = { list: lazily(() => import('./PermissionList.tsx'), 'PermissionList') }
