import { argon2Form } from './argon2.ts'
import { bcryptForm, djangoBcryptForm, wordpressForm } from './bcrypt.ts'
import { HashFault, type HashForm, type Verify } from './form.ts'
import { pbkdf2Form } from './pbkdf2.ts'
import { phpassForm } from './phpass.ts'
import { scryptForm } from './scrypt.ts'

/** The forms in which hashes are kept. What others write in other ways is turned into one of them: `imported.ts`. */
const FORMS: readonly HashForm[] = [
  argon2Form,
  bcryptForm,
  wordpressForm,
  djangoBcryptForm,
  scryptForm,
  pbkdf2Form,
  phpassForm,
]

/** What verifies passwords by this hash. @throws HashFault where it is of no form, malformed or too costly */
export function readHash(text: string): Verify {
  const form = FORMS.find(({ begins }) => begins.test(text))
  if (!form) throw new HashFault('is of a format that is not known')
  return form.read(text)
}
