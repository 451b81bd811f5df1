import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  never: 'jamais',
  show_password: 'Afficher le mot de passe : %{name}',
  password: {
    rule: 'De 8 à 128 caractères. Quelques mots sans rapport sont sûrs et faciles à retenir.',
    more: 'Encore %{smart_count} caractère : 8 au minimum. |||| Encore %{smart_count} caractères : 8 au minimum.',
    too_long: 'Trop long : 128 caractères au plus.',
    enough: 'Longueur suffisante, sauf si ce mot de passe est courant. Plus long, il sera plus sûr.',
    good: 'Bonne longueur, sauf si ce mot de passe est courant.',
  },
  try_again: 'Réessayer',
  form: { reload: 'Recharger', discard: 'Abandonner' },
  unsaved: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vous avez des modifications non enregistrées. Elles seront perdues si vous quittez la page.',
    leave: 'Quitter sans enregistrer',
  },
  refusal: {
    sign_in: 'Connectez-vous à nouveau.',
    not_allowed:
      'Demandez cette permission à un administrateur, ou demandez à quelqu’un qui l’a de le faire.',
    gone: 'Cet élément a peut-être été supprimé entre-temps. Revenez à la liste.',
    conflict: 'Rien n’a été modifié. Résolvez le conflit, puis réessayez.',
    stale:
      'Quelqu’un d’autre a modifié ces données entre-temps. Rien n’a été enregistré. Rechargez pour voir la dernière version.',
    invalid: 'Rien n’a été modifié. Corrigez les champs signalés, puis réessayez.',
    slow_down: 'Attendez une minute, puis réessayez.',
    busy: 'Le service ne peut pas répondre pour le moment. Réessayez dans quelques secondes.',
    offline: 'Le service n’a pas répondu. Vérifiez votre connexion, puis réessayez. Rien n’est perdu.',
    unexpected: 'Réessayez. Si le problème persiste, contactez la personne qui gère ce service.',
    part: 'Cette partie de la console n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.',
    request: 'Requête %{id}',
  },
  ends: {
    label: 'Expire le',
    hint: 'Valable jusqu’à la fin de ce jour. Laissez vide pour aucune expiration.',
    past: 'Cette date est passée. Choisissez aujourd’hui ou un jour ultérieur.',
  },
  list: {
    actions: 'Actions',
    bulk: 'Actions groupées',
    clear: 'Effacer la recherche et les filtres',
    nothing: 'Aucun résultat',
    nothing_hint: 'Modifiez la recherche ou effacez les filtres.',
    pages: 'Pagination',
    per_page: 'Lignes par page',
    range: '%{from}–%{to} sur %{total}',
    select: 'Sélectionner %{name}',
    select_page: 'Tout sélectionner sur cette page',
    selected: '%{smart_count} sélectionné |||| %{smart_count} sélectionnés',
    unselect: 'Effacer la sélection',
    columns: 'Colonnes',
  },
  pick: {
    nothing: 'Aucun résultat',
    open: 'Afficher les options : %{name}',
    close: 'Masquer les options : %{name}',
    clear: 'Effacer : %{name}',
  },
  tabs: 'Sections de cette page',
  all: 'Tous',
}
