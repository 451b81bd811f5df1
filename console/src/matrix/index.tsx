import { lazily } from '../ui/lazily.ts'

export const matrix = lazily(() => import('./MatrixPage.tsx'), 'MatrixPage')
