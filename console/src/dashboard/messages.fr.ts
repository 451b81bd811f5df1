import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Vue d’ensemble',
  greeting: 'Bonjour %{name}. Voici où en sont les choses.',
  period: 'Période des graphiques',
  days: '%{smart_count} jours',
  nothing: {
    title: 'Rien ne vous est encore ouvert ici',
    text: 'Vous pouvez voir et modifier votre propre profil. Un administrateur peut vous donner des rôles pour davantage.',
    profile: 'Mon profil',
  },
  first_steps: {
    title: 'Premiers pas',
    hint: 'Vous êtes ici la seule personne pour le moment.',
    users: {
      title: 'Ajoutez les personnes qui travaillent avec vous',
      text: 'Créez un compte pour chacune et donnez-lui un mot de passe, ou laissez-la s’inscrire.',
      action: 'Nouvel utilisateur',
    },
    roles: {
      title: 'Décidez qui peut faire quoi',
      text: 'Un rôle réunit des permissions et les donne à tous ceux qui l’ont. Quelques-uns existent déjà.',
      action: 'Voir les rôles',
    },
    taxonomies: {
      title: 'Classez',
      text: 'Des termes tels que pays, services ou sujets, en arbres, pour grouper les personnes.',
      action: 'Créer des termes',
    },
    signup: {
      open: {
        title: 'Chacun peut s’inscrire',
        text: 'Sur %{address}, et se connecter aussitôt. SIGNUP le règle.',
      },
      verify: {
        title: 'Chacun peut s’inscrire',
        text: 'Sur %{address}. L’inscription attend votre approbation dans Inscriptions. SIGNUP le règle.',
      },
      closed: {
        title: 'Les inscriptions sont fermées',
        text: 'Vous seul créez les comptes. SIGNUP=verify permet d’en demander un.',
      },
    },
  },
  totals: {
    users: 'Utilisateurs',
    active_users: '%{count} actif |||| %{count} actifs',
    pending_registrations: 'Inscriptions',
    waiting: 'en attente d’approbation',
    roles: 'Rôles',
    permissions: 'Permissions',
    taxonomies: 'Termes',
    taxonomy_types: '%{count} type |||| %{count} types',
  },
  activity: {
    signups: 'Inscriptions',
    signins: 'Connexions',
    sum: '%{count} en %{smart_count} jours',
    day: 'Jour (UTC)',
    chart: '%{title} par jour, en barres. Les flèches donnent le nombre de chaque jour.',
  },
  attention: {
    title: 'À traiter',
    nothing: 'Tout est réglé',
    calm: 'Personne n’attend d’approbation, et aucun rôle n’expire d’ici %{smart_count} jours.',
    pending:
      '%{count} inscription attend une approbation |||| %{count} inscriptions attendent une approbation',
    review: 'Examiner',
    loses: 'perd le rôle %{role}',
    more: 'et %{count} autre |||| et %{count} autres',
  },
  latest: {
    title: 'Derniers changements',
    nothing: 'Rien n’a encore changé',
    created: '%{what} : création',
    updated: '%{what} : modification',
    deleted: '%{what} : mise à la corbeille',
    restored: '%{what} : restauration',
    by: '%{what} par %{name}',
    names: {
      registrations: 'Inscription',
      users: 'Utilisateur',
      roles: 'Rôle',
      permissions: 'Permission',
      taxonomies: 'Terme',
      'taxonomy-types': 'Type de taxonomie',
    },
  },
}
