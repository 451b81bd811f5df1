import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import { withChosenPassword } from '../../credentials/own-names.ts'
import { hashPassword, passwordFault } from '../../credentials/passwords.ts'
import { digest } from '../../crypto/digest.ts'
import { invalid } from '../../errors.ts'
import type { Fields } from '../../values/fields.ts'

interface Named {
  first_name: string
  middle_name: string | null
  last_name: string | null
  display_name: string | null
}

const joined = (...parts: (string | null)[]) => parts.filter((part) => part != null).join(' ')

/** First, middle, last and display name, and the joined full names. */
export const personNames = ({
  first_name: first,
  middle_name: middle,
  last_name: last,
  display_name: display,
}: Named) => [joined(first, last), middle == null ? null : joined(first, middle, last), display]

/** The fields whose text `q` searches. */
export const PERSON_NAMES = ['first_name', 'middle_name', 'last_name', 'display_name', 'name'] as const

const ID = /^\d{1,15}$/

/** `q` also searches the id, and the email if the caller may see it. */
export const searchedOfPerson = (ctx: Ctx, q: string) => ({
  columns: canSeeContacts(ctx) ? (['email_key'] as const) : [],
  id: ID.test(q) ? Number(q) : undefined,
})

/** Secrets that are stored as a digest. */
const DIGESTED = ['activation_code', 'remember_token', 'login_otp', 'reset_password_code']

/** Columns of secrets, each with the field that sets it. */
export const SECRETS_OF_REGISTRATIONS = {
  password_hash: 'password',
  activation_code_hash: 'activation_code',
} as const
export const SECRETS_OF_USERS = {
  ...SECRETS_OF_REGISTRATIONS,
  remember_token_hash: 'remember_token',
  login_otp_hash: 'login_otp',
  reset_password_code_hash: 'reset_password_code',
} as const

/**
 * Replaces the secrets of an input by their hashes. Called before the transaction, as argon2 is slow. The code that stores
 * a password must compare it with the account's names first: see own-names.ts.
 * @param hash another function if the hash is never stored
 */
export async function hashSecrets(input: Fields, ctx: Ctx | undefined, hash = hashPassword): Promise<Fields> {
  const { password, ...hashed } = input
  for (const name of DIGESTED) {
    if (hashed[name] === undefined) continue
    hashed[`${name}_hash`] = hashed[name] === null ? null : digest(hashed[name] as string)
    delete hashed[name]
  }
  if (typeof password === 'string') {
    const fault = passwordFault(password)
    if (fault) throw invalid([fault])
    return withChosenPassword({ ...hashed, password_hash: await hash(ctx, password) }, password)
  }
  if (password === null) hashed.password_hash = null
  return hashed
}
