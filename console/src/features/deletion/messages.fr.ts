import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  no_undo: 'Vous ne pourrez pas annuler vous-même. Il faudra demander à une personne autorisée à restaurer.',
}
