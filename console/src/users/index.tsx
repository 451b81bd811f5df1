import { lazily } from '../ui/lazily.ts'

export const users = {
  list: lazily(() => import('./list/UserList.tsx'), 'UserList'),
  create: lazily(() => import('./UserCreate.tsx'), 'UserCreate'),
  edit: lazily(() => import('./profile/UserPage.tsx'), 'UserPage'),
  recordRepresentation: 'name',
}
