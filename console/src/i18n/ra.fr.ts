import type { ra as english } from './ra.ts'
import type { Texts } from './texts.ts'

export const ra: Texts<typeof english> = {
  page: { error: 'Un problème est survenu', authentication_error: 'La connexion a échoué' },
  message: {
    access_denied: 'Vos rôles ne permettent pas d’ouvrir cette page.',
    authentication_error: 'Le service n’a pas pu vérifier votre identité. Connectez-vous à nouveau.',
    auth_error: 'Le service n’a pas pu vérifier votre identité. Connectez-vous à nouveau.',
    error:
      'Cette page est en panne. Rechargez-la ; si cela persiste, prévenez la personne qui gère ce service.',
    invalid_form:
      'Le formulaire contient une erreur. Corrigez ce qui est signalé, puis enregistrez à nouveau.',
    not_found: 'Cette page n’existe pas.',
    select_all_limit_reached: 'Il y en a trop pour tout sélectionner. Les %{max} premiers sont sélectionnés.',
    placeholder_data_warning: 'Les dernières données n’ont pas pu être chargées. Vérifiez la connexion.',
  },
  auth: {
    auth_check_error: 'Connectez-vous pour continuer.',
    sign_in_error: 'La connexion a échoué. Réessayez.',
    logout: 'Se déconnecter',
  },
  notification: {
    updated: 'Enregistré. |||| %{smart_count} enregistrés.',
    created: 'Créé.',
    deleted: 'Supprimé. |||| %{smart_count} supprimés.',
    bad_item: 'Impossible à afficher.',
    item_doesnt_exist: 'N’existe pas, ou a été supprimé.',
    http_error: 'Le service n’a pas répondu. Vérifiez la connexion, puis réessayez.',
    data_provider_error: 'Un problème est survenu. Réessayez.',
    i18n_error: 'Les textes de cette langue n’ont pas pu être chargés.',
    canceled: 'Annulé.',
    logged_out: 'Votre session a pris fin. Connectez-vous à nouveau.',
    not_authorized: 'Vous n’y êtes pas autorisé.',
    offline: 'Pas de connexion.',
  },
}
