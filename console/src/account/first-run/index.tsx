import { lazily } from '../../ui/lazily.ts'

export const FirstRun = lazily(() => import('./FirstRunPage.tsx'), 'FirstRunPage')
