import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Créer le premier administrateur',
  lead: 'Ce compte peut tout faire, y compris créer d’autres comptes. Le lien ne fonctionne qu’une fois.',
  submit: 'Créer l’administrateur',
  not_whole: 'Le lien est incomplet : la partie après le # manque. Ouvrez-le tel qu’il a été affiché.',
  refused: {
    title: 'Ce lien ne fonctionne pas',
    wrong: 'Il a déjà été utilisé, a expiré ou n’est pas valide.',
    set_up: 'Un administrateur existe déjà. Connectez-vous, ou demandez-lui un compte.',
    not_set_up:
      'Redémarrez le service : tant qu’il n’y a pas d’administrateur, chaque démarrage affiche un nouveau lien, valable une heure. Les liens précédents ne fonctionnent plus.',
    sign_in: 'Se connecter',
    docs: 'Lire la référence de l’API',
  },
}
