import { ra } from './ra.fr.ts'
import { byFolder } from './texts.ts'

export const fr = {
  ra,
  ...byFolder(import.meta.glob(['../**/messages.fr.ts', '!../account/**'], { eager: true })),
}
