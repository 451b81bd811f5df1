import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  stop: 'Arrêter après cette étape',
  go_on: 'Continuer',
  progress: 'Avancement',
  changed: '%{count} modifié. |||| %{count} modifiés.',
  unchanged: 'Un l’était déjà. |||| %{count} l’étaient déjà.',
  left_out: 'Un a été laissé de côté. |||| %{count} ont été laissés de côté.',
  remaining: 'Il en reste un. |||| Il en reste %{count}.',
  left_out_list: 'Laissés de côté',
  more_left_out: 'Et un autre. |||| Et %{smart_count} autres.',
}
