import { lazily } from '../ui/lazily.ts'

export const Dashboard = lazily(() => import('./DashboardPage.tsx'), 'DashboardPage')
