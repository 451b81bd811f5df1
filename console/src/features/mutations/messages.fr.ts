import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  undone: 'Action annulée.',
  stale:
    'Quelqu’un d’autre a modifié ces données entre-temps. Rien n’a été enregistré. Vous voyez maintenant la dernière version.',
}
