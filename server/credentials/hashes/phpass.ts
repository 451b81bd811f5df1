import { type HashFormat, limit, matchGroups } from './format.ts'
import { CRYPT_DIGITS, isSameText, phpTrim } from './texts.ts'
import { inThread } from './threads.ts'

const PATTERN = /^\$[PH]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22})$/

/** Portable hashes of phpass: WordPress before 6.8 (`$P$`), which trims passwords, and phpBB (`$H$`). */
export const phpassFormat: HashFormat = {
  name: 'phpass',
  prefix: /^\$[PH]\$/,
  read: (text) => {
    const [letter = '', salt = '', expected = ''] = matchGroups('phpass', PATTERN, text)
    const log2 = CRYPT_DIGITS.indexOf(letter)
    limit('phpass', 'the logarithm of its rounds', log2, [7, 18])
    return async (password) =>
      isSameText(
        await inThread({ kind: 'phpass', password: phpTrim(password), salt, rounds: 2 ** log2 }),
        expected,
      )
  },
}
