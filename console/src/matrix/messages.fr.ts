import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Matrice des permissions',
  lead: 'Quel rôle accorde quelle permission. Vérifiez l’effet de vos modifications, puis enregistrez-les ensemble.',
  permission: 'Permission',
  cell: '%{role} : %{name}',
  cell_changed: '%{role} : %{name}, modification non enregistrée',
  beyond: 'Vous ne l’avez pas vous-même',
  search_permissions: 'Rechercher une permission',
  search_roles: 'Rechercher un rôle',
  shown: '%{roles} rôles sur %{total_roles} · %{permissions} permissions sur %{total_permissions}',
  more_permissions: 'Les %{shown} premières permissions sur %{total} sont affichées.',
  read_only:
    'Vous pouvez consulter la matrice, mais pas la modifier. La modifier nécessite la permission can-assign-permissions.',
  keys: {
    title: 'Matrice des permissions',
    move: 'Aller d’une cellule à l’autre',
    page: 'Avancer ou reculer de douze permissions',
    row: 'Première ou dernière cellule de la ligne',
    ends: 'Première ou dernière cellule de la matrice',
    toggle: 'Accorder ou révoquer ; développer ou réduire un groupe',
    open: 'Ouvrir le rôle ou la permission d’un en-tête, ou accorder et révoquer',
  },
  choose: 'Sélectionner des rôles',
  chosen: '%{smart_count} rôle sélectionné |||| %{smart_count} rôles sélectionnés',
  choose_title: 'Rôles à afficher',
  choose_label: 'Rôles',
  choose_hint: 'Recherchez par nom. %{most} rôles au plus sont affichés à la fois.',
  choose_all: 'Afficher les premiers rôles par nom',
  choose_show: 'Afficher %{smart_count} rôle |||| Afficher %{smart_count} rôles',
  show_all: 'Tout afficher',
  empty: {
    title: 'Aucun résultat',
    text: 'Aucun rôle ou aucune permission ne correspond à votre recherche. Vous pouvez rechercher les permissions par nom, slug, module ou section.',
  },
  denied: {
    title: 'Vous n’avez pas accès à cette page',
    text: 'La matrice nécessite les permissions can-read-roles et can-read-permissions. Demandez à un administrateur un rôle qui accorde les deux.',
  },
}
