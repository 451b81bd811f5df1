import { lazily } from '../ui/lazily.ts'

/** In place of a page, while the service requires a second factor. */
export const firstFactor = lazily(() => import('./FirstFactor.tsx'), 'FirstFactor')

export const ownAccount = lazily(() => import('./AccountPage.tsx'), 'AccountPage')
