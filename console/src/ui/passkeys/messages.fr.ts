import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  unused:
    'Aucune clé d’accès n’a été utilisée. L’opération a été annulée ou a pris trop de temps, ou cet appareil n’a pas de clé d’accès du compte. Réessayez, ou choisissez un autre moyen.',
  not_made: 'Aucune clé d’accès n’a été créée. L’opération a été annulée ou a pris trop de temps. Réessayez.',
  not_taken:
    'Le service n’a pas pris la clé d’accès : le temps imparti était écoulé. Supprimez-la de votre appareil, puis réessayez.',
  known:
    'Cet appareil a déjà une clé d’accès de votre compte. Utilisez celle-là, ou choisissez un autre appareil.',
  unfit:
    'Cet appareil ne peut pas conserver de clé d’accès protégée par un code PIN, une empreinte ou un visage. Choisissez un autre appareil.',
  refused:
    'Cette clé d’accès n’est pas acceptée. Elle a peut-être été retirée du compte, ou le temps imparti est écoulé. Réessayez, ou choisissez un autre moyen.',
  late: 'Les dix minutes pour cette clé d’accès étaient écoulées. Choisissez-la de nouveau.',
  failed: 'Le navigateur n’a pas pu utiliser de clé d’accès. Réessayez, ou choisissez un autre moyen.',
  off: 'Les clés d’accès sont désactivées : il faut à ce service une adresse en https avec un nom. Demandez à la personne qui le gère.',
  elsewhere:
    'Les clés d’accès ne fonctionnent qu’à l’adresse %{origin}. Ouvrez-y la console pour en ajouter une.',
  unsupported:
    'Ce navigateur ne peut pas utiliser de clés d’accès ici. Mettez-le à jour, ou utilisez-en un autre.',
}
