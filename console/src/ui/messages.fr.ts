import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  never: 'jamais',
  show_password: 'Afficher le mot de passe',
  password: {
    rule: 'De 8 à 128 caractères. Quelques mots sans rapport sont sûrs et faciles à retenir.',
    more: 'Encore %{smart_count} : au moins 8 caractères.',
    too_long: 'Trop long : 128 caractères au plus.',
    enough: 'Assez long, sauf s’il est courant. Plus long, il est plus sûr.',
    good: 'Bonne longueur, sauf s’il est courant.',
  },
  account: { first_name: 'Prénom', last_name: 'Nom', email: 'E-mail', password: 'Mot de passe' },
  try_again: 'Réessayer',
  unsaved: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications ne sont pas encore enregistrées. Elles seront perdues si vous quittez la page.',
    leave: 'Quitter sans enregistrer',
  },
  status: {
    active: 'Actif',
    inactive: 'Inactif',
    'email-verification-pending': 'E-mail à vérifier',
    'email-verified': 'E-mail vérifié',
    'user-created': 'Utilisateur créé',
    trashed: 'Dans la corbeille',
    expired: 'Expiré',
    expiring: 'Expire bientôt',
  },
  refusal: {
    sign_in: 'Connectez-vous à nouveau.',
    not_allowed: 'Demandez la permission à un administrateur, ou demandez à quelqu’un qui l’a de le faire.',
    gone: 'L’élément a peut-être été supprimé entre-temps. Revenez à la liste.',
    conflict: 'Rien n’a été modifié. Corrigez ce qui est indiqué, puis réessayez.',
    stale:
      'Quelqu’un l’a modifié entre-temps. Rechargez pour voir la dernière version ; rien n’a été modifié.',
    invalid: 'Rien n’a été modifié. Corrigez ce qui est indiqué, puis réessayez.',
    slow_down: 'Attendez une minute, puis réessayez.',
    busy: 'Le service ne peut pas répondre pour le moment. Réessayez dans quelques secondes.',
    offline: 'Vérifiez la connexion, puis réessayez. Rien n’est perdu.',
    unexpected: 'Réessayez. Si cela persiste, prévenez la personne qui gère ce service.',
    request: 'Requête %{id}',
  },
}
