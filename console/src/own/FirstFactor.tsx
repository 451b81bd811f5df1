import { useMe } from '../api/me.ts'
import { Factors } from './factors/Factors.tsx'
import { SignInSettings } from './SignInSettings.tsx'
import type { User } from './user.ts'

/** What leads an account to its first second factor: a verified address, then the factor. */
export const FirstFactor = () => {
  // In full: tokens that somebody else made need no second factor.
  const user = useMe().user as User
  return user.email_verified_at === null ? (
    <SignInSettings user={user} isVerification />
  ) : (
    <Factors user={user} />
  )
}
