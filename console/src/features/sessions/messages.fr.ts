import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  program: '%{browser} sous %{system}',
  current: 'Cette session',
}
