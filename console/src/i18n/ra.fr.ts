import french from 'ra-language-french'
import type { ra as english } from './ra.ts'
import { inOurWords, type Texts, withNoBreakSpaces } from './texts.ts'

const ours: Texts<typeof english> = {
  page: { error: 'Un problème est survenu', authentication_error: 'La connexion a échoué' },
  message: {
    access_denied: 'Vos rôles ne vous donnent pas accès à cette page.',
    authentication_error: 'Votre identité n’a pas pu être vérifiée. Connectez-vous à nouveau.',
    auth_error: 'Votre identité n’a pas pu être vérifiée. Connectez-vous à nouveau.',
    error:
      'Cette page ne fonctionne pas. Rechargez-la. Si le problème persiste, contactez la personne qui gère ce service.',
    invalid_form:
      'Le formulaire contient des erreurs. Corrigez les champs signalés, puis enregistrez à nouveau.',
    not_found: 'Cette page n’existe pas.',
    select_all_limit_reached:
      'Il y en a trop pour tout sélectionner. Seuls les %{max} premiers sont sélectionnés.',
    placeholder_data_warning: 'Les dernières données n’ont pas pu être chargées. Vérifiez votre connexion.',
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
    item_doesnt_exist: 'Introuvable ou supprimé.',
    http_error: 'Le service n’a pas répondu. Vérifiez votre connexion, puis réessayez.',
    data_provider_error: 'Un problème est survenu. Réessayez.',
    i18n_error: 'Cette langue n’a pas pu être chargée.',
    canceled: 'Annulé.',
    logged_out: 'Votre session a pris fin. Connectez-vous à nouveau.',
    not_authorized: 'Vous n’avez pas l’autorisation d’effectuer cette action.',
    offline: 'Pas de connexion.',
  },
}

/** React-admin's texts in French. */
export const ra = withNoBreakSpaces(inOurWords(french.ra, ours))
