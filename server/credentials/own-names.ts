import { digest } from '../crypto/digest.ts'
import { type Detail, invalid } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

/**
 * Carries the digest of a new password from the hashing step to the step that knows the account's names. Never stored.
 */
const CHOSEN = 'chosen_password'

/** Ignores case, width and surrounding spaces: such variants are as easy to guess. */
const digestOf = (text: string) => digest(text.normalize('NFKC').trim().toLowerCase())

export const withChosenPassword = (sealed: Fields, password: string): Fields => ({
  ...sealed,
  [CHOSEN]: digestOf(password),
})

/** Separates the digest of the chosen password from the values to store. */
export function takeChosenPassword({ [CHOSEN]: chosen, ...values }: Fields): {
  chosen: string | undefined
  values: Fields
} {
  return { chosen: chosen as string | undefined, values }
}

/** Whether a password is one of its account's names, which attackers try first. @param chosen its digest */
function isOwnName(chosen: string, { email, username }: Fields): boolean {
  const names = [email, username, typeof email === 'string' ? email.split('@', 1)[0] : undefined]
  return names.some((name) => typeof name === 'string' && digestOf(name) === chosen)
}

/** As {@link isOwnName}, for a password in plain text. */
export const isNameOf = (person: Fields, password: string): boolean => isOwnName(digestOf(password), person)

export function ownNameFault(chosen: string | undefined, person: Fields): Detail | undefined {
  if (chosen === undefined || !isOwnName(chosen, person)) return undefined
  return {
    field: 'password',
    code: 'own_name',
    message: say`password must not be the email or the username of its account; choose another.`,
  }
}

/** @throws Refusal 422 if the password is a name of its account */
export function refuseOwnName(chosen: string | undefined, person: Fields): void {
  const fault = ownNameFault(chosen, person)
  if (fault) throw invalid([fault])
}
