import { lazily } from '../ui/lazily.ts'

export const audit = lazily(() => import('./AuditPage.tsx'), 'AuditPage')
