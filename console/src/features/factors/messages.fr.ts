import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Seconds facteurs',
  name: 'Nom',
  kind: 'Type',
  added: 'Ajout',
  used: 'Dernière utilisation',
  kinds: { totp: 'Application d’authentification', passkey: 'Clé d’accès' },
  remove: 'Retirer',
  remove_name: 'Retirer %{name}',
  remove_title: 'Retirer « %{name} » ?',
  removed: '« %{name} » retiré.',
  recovery_codes: 'Codes de secours',
  left: 'Il en reste %{smart_count} |||| Il en reste %{smart_count}',
}
