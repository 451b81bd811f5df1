import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Créer le premier administrateur',
  lead: 'Ce compte peut tout faire, et crée les autres. Le lien ne sert qu’une fois.',
  submit: 'Créer l’administrateur',
  not_whole: 'Le lien n’est pas entier : ce qui suit le # manque. Ouvrez-le tel qu’il a été affiché.',
  refused: {
    title: 'Ce lien ne fonctionne pas',
    wrong: 'Il a déjà servi, a expiré ou est inconnu.',
    set_up: 'Il y a déjà un administrateur. Connectez-vous, ou demandez-lui un compte.',
    not_set_up:
      'Redémarrez le service : tant qu’il n’y a pas d’administrateur, chaque démarrage affiche un nouveau lien, valable une heure. Les liens précédents ne fonctionnent plus.',
    sign_in: 'Se connecter',
    docs: 'Lire la référence de l’API',
  },
}
