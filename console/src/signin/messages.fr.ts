import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Connexion',
  email: 'E-mail ou nom d’utilisateur',
  password: 'Mot de passe',
  no_account: 'Pas encore de compte ?',
  have_account: 'Vous en avez déjà un ?',
  sign_up: 'S’inscrire',
  to_sign_in: 'Se connecter',
  not_set_up:
    'Il n’y a pas encore d’administrateur. Ouvrez le lien de configuration que le service a affiché à son démarrage.',
  no_sign_up_yet:
    'Personne ne peut s’inscrire avant qu’il y ait un administrateur. Revenez quand le service sera configuré.',
  sign_up_title: 'Inscription',
  lead: {
    open: 'Vous pourrez vous connecter aussitôt.',
    verify: 'Un administrateur l’examine avant que vous puissiez vous connecter.',
  },
  registered: {
    title: 'Vous êtes inscrit',
    text: 'Un administrateur décide pour %{email}. Vous pourrez vous connecter une fois l’inscription approuvée.',
  },
  closed: {
    title: 'Les inscriptions sont fermées',
    text: 'Demandez un compte à un administrateur.',
  },
}
