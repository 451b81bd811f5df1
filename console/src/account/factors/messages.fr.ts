import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  use_passkey: 'Se connecter avec une clé d’accès',
  passkey: {
    title: 'Utilisez votre clé d’accès',
    lead: 'Votre compte a un second facteur. Votre appareil demande son code PIN, votre empreinte ou votre visage.',
    submit: 'Utiliser la clé d’accès',
    other: 'Utiliser votre clé d’accès',
  },
  totp: {
    title: 'Saisissez votre code',
    lead: 'Votre compte a un second facteur. Saisissez le code qu’affiche votre application d’authentification.',
    submit: 'Se connecter',
    other: 'Utiliser le code de l’application',
  },
  recovery_code: {
    title: 'Saisissez votre code',
    lead: 'Saisissez un des codes de secours que vous avez conservés. Chacun ne sert qu’une fois.',
    submit: 'Se connecter',
    other: 'Utiliser un code de secours',
  },
  hint: '6 chiffres',
  recovery: 'Code de secours',
  back: 'Retour à la connexion',
  expired: 'Les dix minutes pour le second facteur sont écoulées. Reconnectez-vous.',
  exhausted: 'Cinq essais ont été refusés. Reconnectez-vous.',
}
