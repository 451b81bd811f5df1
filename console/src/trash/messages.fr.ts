import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Corbeille',
  lead: 'Éléments supprimés que vous pouvez restaurer.',
  search: 'Rechercher dans la corbeille',
  from: 'Supprimé à partir du',
  to: 'Supprimé jusqu’au',
  restore: 'Restaurer',
  restore_name: 'Restaurer %{name}',
  restored: '%{name} restauré. |||| %{smart_count} éléments restaurés.',
  many: {
    title: 'Restaurer un élément ? |||| Restaurer %{count} éléments ?',
    hint: 'Chacun revient avec ses liens.',
  },
  denied: {
    title: 'Vous ne pouvez rien restaurer ici',
    text: 'Demandez à un administrateur un rôle qui permet de restaurer les éléments supprimés.',
  },
  empty: {
    title: 'Rien dans la corbeille',
    text: 'Les éléments supprimés apparaissent ici et peuvent être restaurés.',
  },
  kinds: {
    label: 'Type',
    users: 'Utilisateurs',
    registrations: 'Inscriptions',
    roles: 'Rôles',
    permissions: 'Permissions',
    taxonomies: 'Termes',
    'taxonomy-types': 'Types de taxonomie',
    webhooks: 'Webhooks',
  },
  fields: { name: 'Nom', deleted_at: 'Supprimé le', deleted_by: 'Supprimé par' },
  conflict: {
    title:
      '%{name} ne peut pas encore être restauré |||| %{smart_count} éléments ne peuvent pas encore être restaurés',
    taken: {
      email: 'Son adresse e-mail est utilisée par',
      username: 'Son nom d’utilisateur est utilisé par',
      name: 'Son nom est utilisé par',
      slug: 'Son slug est utilisé par',
    },
    holder: '%{name} (ID %{id})',
    taken_next: 'Modifiez-le là-bas, ou supprimez cet élément. Restaurez ensuite celui-ci.',
    below: 'Il dépend d’éléments qui sont aussi dans la corbeille : %{names}.',
    restore_above: 'Restaurer %{names}',
  },
  destroy: {
    action: 'Supprimer définitivement',
    name: 'Supprimer définitivement %{name}',
    title: 'Supprimer définitivement %{name} ?',
    type: 'Saisissez « %{name} » pour confirmer',
    no_undo: 'Cette action est irréversible.',
    done: '%{name} supprimé définitivement.',
  },
  effects: {
    user_roles: 'Un rôle est retiré à l’utilisateur. |||| %{smart_count} rôles sont retirés à l’utilisateur.',
    user_terms: 'Une classification est supprimée. |||| %{smart_count} classifications sont supprimées.',
    user_tokens: 'Ses jetons sont supprimés.',
    user_works: 'Ce qu’il a créé est conservé, sans son nom.',
    role_users: 'Un utilisateur le perd. |||| %{smart_count} utilisateurs le perdent.',
    role_permissions: 'Il accorde une permission. |||| Il accorde %{smart_count} permissions.',
    permission_roles: 'Un rôle la perd. |||| %{smart_count} rôles la perdent.',
    permission_users: 'Un utilisateur la perd. |||| %{smart_count} utilisateurs la perdent.',
    permission_manifest:
      'Si le manifeste la déclare encore, le prochain démarrage du service la recrée, sans ses rôles.',
    term_users: 'Un utilisateur le perd. |||| %{smart_count} utilisateurs le perdent.',
    term_children:
      'Il a un terme enfant, qui doit d’abord être supprimé définitivement. |||| Il a %{smart_count} termes enfants, qui doivent d’abord être supprimés définitivement.',
    type_terms:
      'Il a un terme, qui doit d’abord être supprimé définitivement. |||| Il a %{smart_count} termes, qui doivent d’abord être supprimés définitivement.',
    registration_user: 'L’utilisateur qui en est issu est conservé.',
    webhook_deliveries: 'La liste de ses envois et son secret sont supprimés.',
  },
}
