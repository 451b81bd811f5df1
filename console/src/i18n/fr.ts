import french from 'ra-language-french'
import { byFolder } from './texts.ts'

export const fr = {
  ...french,
  ...byFolder(import.meta.glob('../*/messages.fr.ts', { eager: true })),
}
