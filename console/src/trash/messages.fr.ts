import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Corbeille',
  lead: 'Ce qui a été supprimé et peut revenir.',
  search: 'Rechercher dans la corbeille',
  restore: 'Restaurer',
  restore_name: 'Restaurer %{name}',
  restored: '%{name} restauré. |||| %{smart_count} restaurés.',
  denied: {
    title: 'Vous ne pouvez rien restaurer ici',
    text: 'Un administrateur peut vous attribuer un rôle qui permet de restaurer.',
  },
  empty: { title: 'La corbeille est vide', text: 'Ce qui est supprimé peut être restauré ici.' },
  kinds: {
    label: 'Genre',
    users: 'Utilisateurs',
    registrations: 'Inscriptions',
    roles: 'Rôles',
    permissions: 'Permissions',
    taxonomies: 'Termes',
    'taxonomy-types': 'Types de taxonomie',
  },
  fields: { name: 'Nom', deleted_at: 'Suppression', deleted_by: 'Par' },
  conflict: {
    title:
      '%{name} ne peut pas encore être restauré |||| %{smart_count} ne peuvent pas encore être restaurés',
    taken: {
      email: 'Son adresse e-mail est utilisée par',
      username: 'Son nom d’utilisateur est utilisé par',
      name: 'Son nom est utilisé par',
      slug: 'Son slug est utilisé par',
    },
    holder: '%{name} (id %{id})',
    taken_next: 'Modifiez-le là-bas, ou supprimez cet autre ; puis restaurez celui-ci.',
    below: 'Ce qui est au-dessus est aussi dans la corbeille : %{names}.',
    restore_above: 'Restaurer %{names}',
  },
  destroy: {
    action: 'Supprimer définitivement',
    name: 'Supprimer %{name} définitivement',
    title: 'Supprimer %{name} définitivement ?',
    type: 'Saisissez « %{name} » pour confirmer',
    no_undo: 'Personne ne pourra le restaurer.',
    done: '%{name} est supprimé définitivement.',
  },
  effects: {
    user_roles: 'Un rôle lui est retiré. |||| %{smart_count} rôles lui sont retirés.',
    user_terms: 'Une classification disparaît. |||| %{smart_count} classifications disparaissent.',
    user_tokens: 'Ses jetons disparaissent.',
    user_works: 'Ce qu’il a créé reste, sans son nom.',
    role_users: 'Un utilisateur le perd. |||| %{smart_count} utilisateurs le perdent.',
    role_permissions: 'Il donne une permission. |||| Il donne %{smart_count} permissions.',
    permission_roles: 'Un rôle la perd. |||| %{smart_count} rôles la perdent.',
    permission_users: 'Un utilisateur la perd. |||| %{smart_count} utilisateurs la perdent.',
    permission_manifest: 'Si elle est encore déclarée, le prochain démarrage la recrée, sans liens.',
    term_users: 'Un utilisateur le perd. |||| %{smart_count} utilisateurs le perdent.',
    term_children:
      'Un terme est en dessous : il doit d’abord être supprimé définitivement. |||| %{smart_count} termes sont en dessous : ils doivent d’abord être supprimés définitivement.',
    type_terms:
      'Un terme est de ce type : il doit d’abord être supprimé définitivement. |||| %{smart_count} termes sont de ce type : ils doivent d’abord être supprimés définitivement.',
    registration_user: 'L’utilisateur qui en est issu reste.',
  },
}
