import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Matrice des permissions',
  lead: 'Quel rôle donne quelle permission. Les modifications sont réunies, leur effet est compté, et elles sont enregistrées ensemble.',
  permission: 'Permission',
  cell: '%{role} : %{name}',
  cell_changed: '%{role} : %{name}, modifié et non enregistré',
  beyond: 'Vous ne la détenez pas vous-même',
  search_permissions: 'Chercher une permission',
  search_roles: 'Chercher un rôle',
  shown: '%{roles} rôles sur %{total_roles} · %{permissions} permissions sur %{total_permissions}',
  more_permissions: 'Les %{shown} premières permissions sur %{total} sont affichées.',
  read_only:
    'Vous pouvez consulter ceci, pas le modifier : il faut pour cela la permission can-assign-permissions.',
  choose: 'Choisir les rôles',
  chosen: '%{smart_count} rôle choisi |||| %{smart_count} rôles choisis',
  choose_title: 'Rôles à afficher',
  choose_label: 'Rôles',
  choose_hint: 'Saisissez une partie d’un nom. Au plus %{most} sont affichés à la fois.',
  choose_all: 'Afficher les premiers par nom',
  choose_show: 'Afficher %{smart_count} rôle |||| Afficher %{smart_count} rôles',
  show_all: 'Tout afficher',
  empty: {
    title: 'Aucun résultat',
    text: 'Aucun rôle ou aucune permission ne correspond. Les permissions se cherchent par nom, slug, module et section.',
  },
  denied: {
    title: 'Vous n’avez pas accès à cette page',
    text: 'La matrice demande can-read-roles et can-read-permissions. Un administrateur peut vous donner un rôle qui a les deux.',
  },
}
