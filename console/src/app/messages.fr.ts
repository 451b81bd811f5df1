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
    grave: 'Actions destructrices sur cette page',
    pages: 'Pages',
    actions: 'Actions',
    terms: 'Termes',
    nothing: 'Aucun résultat',
    choose: 'Appuyez sur ↓, puis Entrée. Les actions destructrices ne sont pas présélectionnées.',
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
    account: 'Mon compte',
    profile: 'Mon profil',
    tokens: 'Mes sessions et jetons',
    session_in_tab:
      'Les scripts de cette page peuvent lire votre session. Ouvrez la console à l’adresse PUBLIC_URL, en https, pour la garder dans un cookie.',
    shortcuts: 'Raccourcis clavier',
    choice: '%{of} : %{name}',
    words: {
      sign_out: 'quitter fermer logout',
      language: 'language english',
      theme: 'mode sombre apparence',
    },
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
    name: 'E-mail ou nom d’utilisateur',
    password: 'Mot de passe',
    leave: 'Quitter la page',
    factor: 'Votre compte a un second facteur.',
    passkey: 'Utiliser la clé d’accès',
    by_passkey: 'Se connecter avec une clé d’accès',
    passkey_explained: 'Votre appareil demande son code PIN, votre empreinte ou votre visage.',
    code: 'Code',
    code_hint: '6 chiffres',
    recovery_code: 'Code de secours',
    use: {
      passkey: 'Utiliser votre clé d’accès',
      totp: 'Utiliser le code de l’application',
      recovery_code: 'Utiliser un code de secours',
    },
    back: 'Retour au mot de passe',
    expired:
      'Les dix minutes pour le second facteur sont écoulées. Reconnectez-vous. Rien de ce que vous avez saisi n’est perdu.',
    exhausted: 'Cinq essais ont été refusés. Reconnectez-vous. Rien de ce que vous avez saisi n’est perdu.',
  },
  proof: {
    title: 'Confirmez votre identité',
    by_password:
      'Cela change la façon de se connecter à votre compte. Saisissez votre mot de passe pour continuer. Il ne vous sera plus demandé pendant 15 minutes. Si vous n’en avez pas encore, déconnectez-vous et reconnectez-vous.',
    by_factor:
      'Cela change la façon de se connecter à votre compte. Saisissez un code de votre second facteur pour continuer. Il ne vous sera plus demandé pendant 15 minutes.',
    by_passkey:
      'Cela change la façon de se connecter à votre compte. Utilisez votre clé d’accès pour continuer. Elle ne vous sera plus demandée pendant 15 minutes.',
    confirm: 'Confirmer',
  },
  enrolment: {
    title: 'Votre compte a besoin d’un second facteur',
    why: 'L’un de vos rôles, ou ce service, l’exige : connaître votre mot de passe ne suffit alors plus pour se connecter.',
    next: 'Ajoutez-en un ici. Vous continuez ensuite vers la page que vous avez ouverte.',
    next_above:
      'Ajoutez-en un ici. Vous reprenez ensuite là où vous en étiez. Rien de ce que vous avez saisi n’est perdu.',
    next_prove: 'Vous en avez un. Confirmez-le ici pour continuer.',
    verify: 'Vérifiez d’abord votre e-mail : les avis sur vos seconds facteurs y sont envoyés.',
    prove: 'Confirmez votre second facteur',
    prove_hint: 'Cette session a commencé sans lui. Confirmez-le par un des moyens que votre compte a.',
    confirm: 'Confirmer',
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
