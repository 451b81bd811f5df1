import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Inscriptions',
  one: 'Inscription',
  waiting:
    '%{smart_count} inscription en attente. |||| %{smart_count} inscriptions en attente, les plus anciennes en premier.',
  search: 'Rechercher un nom ou un e-mail',
  approve: 'Approuver',
  approve_name: 'Approuver %{name}',
  approve_many: 'Approuver (%{smart_count})',
  reject: 'Refuser',
  reject_name: 'Refuser %{name}',
  reject_many: 'Refuser (%{smart_count})',
  verify: 'Marquer l’e-mail comme vérifié',
  verified: 'E-mail marqué comme vérifié.',
  approved_as: 'Approuvée. Utilisateur :',
  about: 'Identité',
  origin: 'Détails de l’inscription',
  masked: 'Vous ne pouvez pas voir les coordonnées.',
  states: {
    label: 'Statut',
    waiting: 'En attente',
    unverified: 'E-mail non vérifié',
    verified: 'E-mail vérifié',
    approved: 'Approuvées',
    all: 'Toutes',
  },
  empty: {
    title: 'Aucune inscription en attente',
    text: 'Les nouvelles inscriptions à approuver apparaissent ici.',
    users: 'Voir les utilisateurs',
  },
  rejection: {
    title: 'Refuser cette inscription ? |||| Refuser %{smart_count} inscriptions ?',
    done: 'Inscription refusée et mise à la corbeille. |||| %{smart_count} inscriptions refusées et mises à la corbeille.',
  },
  approval: {
    one: '%{name} est maintenant utilisateur',
    failed: 'L’inscription de %{name} n’a pas pu être approuvée',
    ask: 'Approuver une inscription ? |||| Approuver %{smart_count} inscriptions ?',
    ask_text: 'Chaque personne devient un utilisateur avec le rôle par défaut et peut se connecter.',
    role_hint: 'Facultatif, en plus du rôle par défaut.',
    stop: 'Arrêter après celle-ci',
    left: 'Une inscription n’est pas encore approuvée. |||| %{smart_count} inscriptions ne sont pas encore approuvées.',
    go_on: 'Approuver celle qui reste |||| Approuver les %{smart_count} restantes',
    many: '%{count} sur %{total} approuvées',
    registered:
      'L’utilisateur a le rôle par défaut et peut se connecter. |||| Les utilisateurs ont le rôle par défaut et peuvent se connecter.',
    role: 'Attribuer un rôle',
    give: 'Attribuer le rôle',
    given: 'Rôle %{role} attribué. |||| Rôle %{role} attribué à %{smart_count} utilisateurs.',
    profile: 'Voir le profil',
  },
  fields: {
    status: 'Statut',
    created_at: 'Inscription',
    created_ip: 'Adresse IP',
    user: 'Utilisateur',
    activation_code_sent_at: 'Vérification envoyée',
    invited_at: 'Invitation',
  },
}
