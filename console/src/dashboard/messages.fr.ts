import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Vue d’ensemble',
  greeting: 'Bonjour %{name}. Voici un aperçu de la situation.',
  keys: { title: 'Graphiques', day: 'Jour précédent ou suivant', open: 'Ce qui s’est passé ce jour-là' },
  period: 'Période des graphiques',
  days: '%{smart_count} jours',
  nothing: {
    title: 'Vous n’avez encore accès à rien',
    text: 'Vous pouvez consulter et modifier votre propre profil. Pour accéder à d’autres pages, demandez un rôle à un administrateur.',
    profile: 'Mon profil',
  },
  first_steps: {
    title: 'Premiers pas',
    hint: 'Il n’y a que vous pour le moment.',
    users: {
      title: 'Ajoutez les personnes qui travaillent avec vous',
      text: 'Créez un compte avec un mot de passe pour chaque personne, ou laissez les personnes s’inscrire.',
      action: 'Nouvel utilisateur',
    },
    roles: {
      title: 'Décidez qui peut faire quoi',
      text: 'Un rôle accorde ses permissions à tous ceux qui l’ont. Quelques rôles existent déjà.',
      action: 'Voir les rôles',
    },
    taxonomies: {
      title: 'Classez les utilisateurs',
      text: 'Créez des arborescences de termes, comme des pays, des services ou des sujets, pour regrouper les utilisateurs.',
      action: 'Créer des termes',
    },
    signup: {
      open: {
        title: 'Tout le monde peut s’inscrire',
        text: 'L’inscription se fait sur %{address} et la connexion est possible aussitôt. Réglage : SIGNUP.',
      },
      verify: {
        title: 'Tout le monde peut s’inscrire',
        text: 'L’inscription se fait sur %{address} ; le compte suit la vérification de l’adresse par courriel, ou, avec APPROVAL=manual, votre approbation dans Inscriptions. Réglage : SIGNUP.',
      },
      closed: {
        title: 'Les inscriptions sont fermées',
        text: 'Vous seul pouvez créer des comptes. Définissez SIGNUP=verify pour permettre à d’autres d’en demander un.',
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
    chart: '%{title} par jour, graphique à barres. Utilisez les flèches pour lire la valeur de chaque jour.',
    chart_with_days:
      '%{title} par jour, graphique à barres. Utilisez les flèches pour lire la valeur de chaque jour, et Entrée pour voir ce qui s’est passé ce jour-là.',
    what_happened: 'Que s’est-il passé ce jour-là ?',
  },
  attention: {
    title: 'À traiter',
    nothing: 'Rien à traiter',
    calm: 'Aucune inscription en attente, et aucun rôle n’expire d’ici %{smart_count} jours.',
    pending: '%{count} inscription en attente |||| %{count} inscriptions en attente',
    review: 'Examiner',
    loses: 'perd le rôle %{role}',
    more: 'et %{count} autre |||| et %{count} autres',
  },
  latest: {
    title: 'Derniers changements',
    all: 'Journal d’audit',
    nothing: 'Aucun changement pour le moment',
    created: '%{what} : création',
    updated: '%{what} : modification',
    deleted: '%{what} : mise à la corbeille',
    restored: '%{what} : restauration',
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
