import french from 'ra-language-french'
import { ra } from './ra.fr.ts'
import { byFolder, inOurWords } from './texts.ts'

export const fr = {
  ra: inOurWords(french.ra, ra),
  ...byFolder(import.meta.glob('../**/messages.fr.ts', { eager: true })),
}
