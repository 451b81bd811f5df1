import { lazily } from '../ui/lazily.ts'

export const registrations = {
  list: lazily(() => import('./RegistrationList.tsx'), 'RegistrationList'),
  edit: lazily(() => import('./RegistrationPage.tsx'), 'RegistrationPage'),
}
