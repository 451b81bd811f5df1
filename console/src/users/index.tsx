import { lazily } from '../ui/lazily.ts'

export const users = { list: lazily(() => import('./UserList.tsx'), 'UserList') }
