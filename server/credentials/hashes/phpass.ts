import { type HashForm, limit, partsOf } from './form.ts'
import { isSameText, phpTrim, SIX_BITS } from './texts.ts'
import { inThread } from './threads.ts'

const WHOLE = /^\$[PH]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22})$/

/** Portable hashes of phpass: WordPress before 6.8 (`$P$`), which trims passwords, and phpBB (`$H$`). */
export const phpassForm: HashForm = {
  name: 'phpass',
  begins: /^\$[PH]\$/,
  read: (text) => {
    const [letter = '', salt = '', expected = ''] = partsOf('phpass', WHOLE, text)
    const log2 = SIX_BITS.indexOf(letter)
    limit('phpass', 'the logarithm of its rounds', log2, [7, 18])
    return async (password) =>
      isSameText(
        await inThread({ kind: 'phpass', password: phpTrim(password), salt, rounds: 2 ** log2 }),
        expected,
      )
  },
}
