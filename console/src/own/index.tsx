import { lazily } from '../ui/lazily.ts'

export const ownAccount = lazily(() => import('./AccountPage.tsx'), 'AccountPage')
