import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Connexion',
  email: 'E-mail ou nom d’utilisateur',
  password: 'Mot de passe',
  no_account: 'Pas encore de compte ?',
  have_account: 'Vous avez déjà un compte ?',
  sign_up: 'S’inscrire',
  to_sign_in: 'Se connecter',
  not_set_up:
    'Il n’y a pas encore d’administrateur. Ouvrez le lien de configuration que le service a affiché à son démarrage.',
  no_sign_up_yet:
    'L’inscription n’est pas possible tant que le service n’a pas d’administrateur. Revenez quand il sera configuré.',
  sign_up_title: 'Inscription',
  lead: {
    open: 'Vous pourrez vous connecter immédiatement.',
    verify: 'Un administrateur doit approuver votre inscription avant que vous puissiez vous connecter.',
  },
  registered: {
    title: 'Inscription envoyée',
    text: 'Un administrateur va l’examiner. Une fois qu’elle sera approuvée, vous pourrez vous connecter avec %{email}.',
  },
  closed: {
    title: 'Les inscriptions sont fermées',
    text: 'Demandez un compte à un administrateur.',
  },
}
