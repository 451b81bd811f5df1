import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  skip: 'Aller au contenu',
  menu: {
    name: 'Pages',
    open: 'Ouvrir le menu',
    people: 'Personnes',
    access: 'Accès',
    classification: 'Classification',
    more: 'Plus',
    waiting: '%{count} en attente',
  },
  go_to: {
    name: 'Aller à…',
    hint: 'Une page, un utilisateur, un rôle, un terme…',
    pages: 'Pages',
    terms: 'Termes',
    nothing: 'Rien ne porte ce nom.',
  },
  user_menu: {
    name: 'Compte de %{name}',
    profile: 'Mon profil',
    theme: 'Thème',
    themes: { system: 'Comme le système', light: 'Clair', dark: 'Sombre' },
    language: 'Langue',
    sign_out: 'Se déconnecter',
    unsaved: {
      title: 'Changer de langue ?',
      text: 'La page est redessinée, et ce que vous n’y avez pas enregistré est perdu.',
      leave: 'Changer',
    },
  },
  session: {
    title: 'Votre session a expiré',
    text: 'Connectez-vous pour continuer ici. Rien de ce que vous avez saisi n’est perdu.',
    leave: 'Quitter la page',
  },
  states: {
    home: 'Vue d’ensemble',
    not_found: {
      title: 'Introuvable',
      lead: 'Cette page n’existe pas',
      text: 'L’adresse est mal saisie, ou ce qu’elle désignait a été supprimé.',
    },
    denied: {
      title: 'Non autorisé',
      lead: 'Vous ne pouvez pas ouvrir cette page',
      text: 'Vos rôles n’y donnent pas accès. Un administrateur peut vous en donner un qui le fait.',
    },
    broken: {
      title: 'Cette page est en panne',
      text: 'C’est un défaut de la console. Ce que vous faites ailleurs n’est pas touché.',
    },
    unloaded: { title: 'Cette page n’a pas pu être chargée' },
    unreachable: { title: 'Le service ne répond pas' },
  },
}
