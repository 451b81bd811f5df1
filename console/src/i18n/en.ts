import english from 'ra-language-english'
import { ra } from './ra.ts'
import { byFolder, inOurWords } from './texts.ts'

export const en = {
  ra: inOurWords(english.ra, ra),
  ...byFolder(import.meta.glob(['../**/messages.ts', '!../account/**'], { eager: true })),
}
