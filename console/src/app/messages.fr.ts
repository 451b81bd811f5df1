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
    more: 'Autres',
    waiting: '%{count} en attente',
  },
  go_to: {
    name: 'Aller à…',
    hint: 'Rechercher une page, une action, un utilisateur, un rôle, un terme…',
    here: 'Sur cette page',
    pages: 'Pages',
    actions: 'Actions',
    terms: 'Termes',
    nothing: 'Aucun résultat',
  },
  keys: {
    title: 'Partout',
    palette: 'Trouver quelque chose, ou lancer une action',
    search: 'Rechercher dans cette page',
    list: 'Afficher les raccourcis',
  },
  shortcuts: { title: 'Raccourcis clavier', single: 'Raccourcis sans Ctrl ni ⌘ sur chaque page' },
  user_menu: {
    name: 'Menu du compte : %{name}',
    profile: 'Mon profil',
    tokens: 'Mes sessions et jetons',
    shortcuts: 'Raccourcis clavier',
    choice: '%{of} : %{name}',
    words: {
      sign_out: 'quitter fermer logout',
      language: 'language english',
      theme: 'mode sombre apparence',
    },
    theme: 'Thème',
    themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
    language: 'Langue',
    sign_out: 'Se déconnecter',
    unsaved: {
      title: 'Changer de langue ?',
      text: 'La page sera rechargée et vos modifications non enregistrées seront perdues.',
      leave: 'Changer de langue',
    },
  },
  session: {
    title: 'Votre session a pris fin',
    text: 'Connectez-vous pour reprendre là où vous en étiez. Rien de ce que vous avez saisi n’est perdu.',
    leave: 'Quitter la page',
  },
  states: {
    home: 'Aller à la vue d’ensemble',
    not_found: {
      title: 'Introuvable',
      lead: 'Cette page n’existe pas',
      text: 'L’adresse est peut-être mal saisie, ou la page a été supprimée.',
    },
    denied: {
      title: 'Accès refusé',
      lead: 'Vous n’avez pas accès à cette page',
      text: 'Aucun de vos rôles n’y donne accès. Demandez à un administrateur de vous en attribuer un.',
    },
    broken: {
      title: 'Cette page ne fonctionne pas',
      text: 'Il s’agit d’une erreur de la console. Les autres pages ne sont pas concernées.',
    },
    unloaded: { title: 'Cette page n’a pas pu être chargée' },
    unreachable: { title: 'Le service ne répond pas' },
  },
}
