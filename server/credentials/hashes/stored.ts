import { argon2Format } from './argon2.ts'
import { bcryptFormat, djangoBcryptFormat, wordpressFormat } from './bcrypt.ts'
import { HashFault, type HashFormat, type Verify } from './format.ts'
import { pbkdf2Format } from './pbkdf2.ts'
import { phpassFormat } from './phpass.ts'
import { scryptFormat } from './scrypt.ts'

/** The formats in which hashes are stored. `imported.ts` converts other formats to these. */
const FORMATS: readonly HashFormat[] = [
  argon2Format,
  bcryptFormat,
  wordpressFormat,
  djangoBcryptFormat,
  scryptFormat,
  pbkdf2Format,
  phpassFormat,
]

/** Parses a stored hash. @throws HashFault if its format is unknown, or it is malformed or too costly */
export function readHash(text: string): Verify {
  const format = FORMATS.find(({ prefix }) => prefix.test(text))
  if (!format) throw new HashFault('is of a format that is not known')
  return format.read(text)
}
