import { lazily } from '../../ui/lazily.ts'

export const SignIn = lazily(() => import('./SignInPage.tsx'), 'SignInPage')
export const SignUp = lazily(() => import('./SignUpPage.tsx'), 'SignUpPage')
