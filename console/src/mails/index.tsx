import { lazily } from '../ui/lazily.ts'

export const mails = lazily(() => import('./MailsPage.tsx'), 'MailsPage')
