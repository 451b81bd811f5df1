import { lazily } from '../ui/lazily.ts'

export const trash = lazily(() => import('./TrashPage.tsx'), 'TrashPage')
