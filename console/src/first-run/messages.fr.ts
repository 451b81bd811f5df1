import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Créer le premier administrateur',
  lead: 'Ce compte peut tout faire, et crée les autres. Le lien ne sert qu’une fois.',
  submit: 'Créer l’administrateur',
  not_whole: 'Le lien n’est pas entier : ce qui suit le # manque. Ouvrez-le tel qu’il a été affiché.',
  refused: {
    title: 'Ce lien ne fonctionne pas',
    text: 'S’il y a déjà un administrateur, demandez-lui un compte. Sinon, redémarrez le service : tant qu’il n’a aucun utilisateur, chaque démarrage affiche un nouveau lien, valable une heure.',
    docs: 'Lire la référence de l’API',
  },
}
