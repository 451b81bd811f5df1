import { lazily } from '../ui/lazily.ts'

export const roles = { list: lazily(() => import('./RoleList.tsx'), 'RoleList') }
