import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  active: 'Actif',
  inactive: 'Inactif',
  'email-verification-pending': 'E-mail non vérifié',
  'email-verified': 'E-mail vérifié',
  'user-created': 'Approuvée',
  trashed: 'Dans la corbeille',
  expired: 'Expiré',
  expiring: 'Expire bientôt',
  verified: 'Vérifiée',
  unverified: 'Non vérifiée',
  ended: 'Terminée',
  waiting: 'En attente',
  sent: 'Envoyé',
  failed: 'Échec',
  delivered: 'Distribué',
  retrying: 'À réessayer',
  failing: 'En échec',
  'switched-off': 'Désactivé',
  refused: 'Refusé',
}
