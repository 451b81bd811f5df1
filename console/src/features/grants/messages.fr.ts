import type { Texts } from '../../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  role: 'Rôle',
  no_section: 'Sans section',
  changes: '%{smart_count} modification |||| %{smart_count} modifications',
  gives: '%{smart_count} accordée |||| %{smart_count} accordées',
  takes: '%{smart_count} retirée |||| %{smart_count} retirées',
  view_only: {
    button: 'Lecture seule',
    text: 'Vous pouvez consulter cette page. Chacune de ces permissions vous permet d’y faire plus :',
    ask: 'Demandez à un administrateur un rôle qui a celle dont vous avez besoin.',
    ask_holder:
      'Demandez à un administrateur un rôle qui a celle dont vous avez besoin. Chaque lien montre qui l’a déjà.',
  },
  review: 'Vérifier et enregistrer…',
  discard: 'Tout abandonner',
  saved: '%{smart_count} modification enregistrée. |||| %{smart_count} modifications enregistrées.',
  last: {
    saved:
      'Dernier enregistrement : %{smart_count} modification, |||| Dernier enregistrement : %{smart_count} modifications,',
    revert: 'Annuler…',
    nothing: 'Rien à annuler : d’autres ont déjà rétabli l’état précédent.',
  },
  lock: {
    read_only:
      'Vous pouvez consulter ces permissions, mais pas les modifier. Il y faut la permission can-assign-permissions.',
    built_in: 'Le rôle %{role} a toujours toutes les permissions. Aucune ne peut lui être retirée.',
    beyond: 'Accorde « %{permission} », que vous n’avez pas.',
    role_beyond:
      'Le rôle %{role} accorde « %{permission} », que vous n’avez pas. Vous ne pouvez pas modifier les permissions de ce rôle.',
    permission_beyond:
      'Vous n’avez pas vous-même « %{permission} » : vous ne pouvez ni l’accorder ni la retirer.',
    some: '%{smart_count} permission reste inchangée, car vous ne l’avez pas. |||| %{smart_count} permissions restent inchangées, car vous ne les avez pas.',
  },
  sheet: {
    title: 'Vérifier %{smart_count} modification |||| Vérifier %{smart_count} modifications',
    lead: 'Rien n’est encore enregistré. Vérifiez quels utilisateurs gagnent ou perdent des permissions.',
    counting: 'Décompte des utilisateurs concernés…',
    gaining:
      '%{smart_count} utilisateur gagne une permission |||| %{smart_count} utilisateurs gagnent une permission',
    losing:
      '%{smart_count} utilisateur perd une permission |||| %{smart_count} utilisateurs perdent une permission',
    none: 'Aucun utilisateur ne gagne ni ne perd de permission',
    gained: '%{smart_count} utilisateur la gagne |||| %{smart_count} utilisateurs la gagnent',
    lost: '%{smart_count} utilisateur la perd |||| %{smart_count} utilisateurs la perdent',
    losers: 'La perdent :',
    gainers: 'L’obtiennent :',
    others: 'et %{count} autre |||| et %{count} autres',
    nobody: 'Aucun utilisateur concerné',
    given_to: 'Accordée à %{role}',
    taken_from: 'Retirée à %{role}',
    undo: 'Annuler : %{permission}, %{role}',
    undo_short: 'Annuler',
    save: 'Enregistrer %{smart_count} modification |||| Enregistrer %{smart_count} modifications',
    close: 'Continuer à modifier',
    refused: 'Le problème concerne le rôle %{role}.',
    beyond: 'Vous ne pouvez accorder ou retirer que des permissions que vous avez vous-même.',
    undo_refused:
      'Annuler la modification de %{role} |||| Annuler les %{smart_count} modifications de %{role}',
    too_many:
      'Vous pouvez enregistrer au plus %{most} modifications à la fois. Annulez-en %{smart_count}, enregistrez, puis continuez avec les autres.',
  },
}
