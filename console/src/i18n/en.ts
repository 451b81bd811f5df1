import english from 'ra-language-english'
import { byFolder } from './texts.ts'

export const en = {
  ...english,
  ...byFolder(import.meta.glob('../*/messages.ts', { eager: true })),
}
