import { digest } from '../crypto/digest.ts'
import { type Detail, invalid } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

/**
 * The digest of a new password, on its way from where it is hashed to where the names of its account are known. It is
 * stored nowhere.
 */
const CHOSEN = 'chosen_password'

/** What differs in case, width and spaces alone is as easily guessed. */
const digestOf = (text: string) => digest(text.normalize('NFKC').trim().toLowerCase())

export const withChosen = (sealed: Fields, password: string): Fields => ({
  ...sealed,
  [CHOSEN]: digestOf(password),
})

/** The password that was chosen, apart from what is stored. */
export function takeChosen({ [CHOSEN]: chosen, ...values }: Fields): {
  chosen: string | undefined
  values: Fields
} {
  return { chosen: chosen as string | undefined, values }
}

/** Whether a password is one of them: the first that anybody tries. @param chosen its digest */
function isOwnName(chosen: string, { email, username }: Fields): boolean {
  const names = [email, username, typeof email === 'string' ? email.split('@', 1)[0] : undefined]
  return names.some((name) => typeof name === 'string' && digestOf(name) === chosen)
}

/** The same of a password that is at hand. */
export const isNameOf = (person: Fields, password: string): boolean => isOwnName(digestOf(password), person)

export function ownNameFault(chosen: string | undefined, person: Fields): Detail | undefined {
  if (chosen === undefined || !isOwnName(chosen, person)) return undefined
  return {
    field: 'password',
    code: 'own_name',
    message: say`password must not be the email or the username of its account; choose another.`,
  }
}

/** @throws Refusal 422 where the password is a name of its account */
export function refuseOwnName(chosen: string | undefined, person: Fields): void {
  const fault = ownNameFault(chosen, person)
  if (fault) throw invalid([fault])
}
