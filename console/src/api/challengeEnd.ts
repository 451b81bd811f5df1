import { RolecallError, type SecondFactorRequired } from '@rolecall/client'

/** As the service counts them. */
const MAX_TRIES = 5

export type ChallengeEnd = 'expired' | 'exhausted'

/**
 * Why a sign-in begins again with the password; undefined if another code may be tried. The service does not say: it answers
 * a wrong code and a challenge that has ended alike.
 * @param tries that were refused, this one included
 */
export function challengeEnd({ expiresAt }: SecondFactorRequired, tries: number): ChallengeEnd | undefined {
  if (tries >= MAX_TRIES) return 'exhausted'
  return Date.now() >= Date.parse(expiresAt) ? 'expired' : undefined
}

/** The service has looked at the code, and refused it. */
export const isCodeRefused = (error: unknown): error is RolecallError =>
  error instanceof RolecallError && error.isUnauthorized
