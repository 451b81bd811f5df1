import { lazily } from '../ui/lazily.ts'

export const invitations = lazily(() => import('./InvitationsPage.tsx'), 'InvitationsPage')
export const invite = lazily(() => import('./InvitePage.tsx'), 'InvitePage')
