import type { Ctx } from '../../access/context.ts'
import { withChosenPassword } from '../../credentials/own-names.ts'
import { hashPassword, passwordFault } from '../../credentials/passwords.ts'
import { canSeeContacts } from '../../crud/define/columns.ts'
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

/** Parts of these are parts of the text that `q` searches. */
export const PERSON_NAMES = ['first_name', 'middle_name', 'last_name', 'display_name', 'name'] as const

const ID = /^\d{1,15}$/

/** `q` also searches the email, where the caller may see it, and the id. */
export const searchedOfPerson = (ctx: Ctx, q: string) => ({
  columns: canSeeContacts(ctx) ? (['email_key'] as const) : [],
  id: ID.test(q) ? Number(q) : undefined,
})

/** Secrets that are kept as a digest. */
const DIGESTED = ['activation_code', 'remember_token', 'login_otp', 'reset_password_code']

/**
 * Turns the secrets of an input into what is stored of them. Done before the transaction: argon2 takes its time. Whoever
 * stores a password holds it against the account's names first: see own-names.ts.
 */
export async function sealSecrets(input: Fields, ctx: Ctx | undefined): Promise<Fields> {
  const { password, ...sealed } = input
  for (const name of DIGESTED) {
    if (sealed[name] === undefined) continue
    sealed[`${name}_hash`] = sealed[name] === null ? null : digest(sealed[name] as string)
    delete sealed[name]
  }
  if (typeof password === 'string') {
    const fault = passwordFault(password)
    if (fault) throw invalid([fault])
    return withChosenPassword({ ...sealed, password_hash: await hashPassword(ctx, password) }, password)
  }
  if (password === null) sealed.password_hash = null
  return sealed
}
