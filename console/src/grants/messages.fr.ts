import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  no_section: 'Sans section',
  changes: '%{smart_count} modification |||| %{smart_count} modifications',
  gives: '%{smart_count} accordée |||| %{smart_count} accordées',
  takes: '%{smart_count} retirée |||| %{smart_count} retirées',
  review: 'Vérifier et enregistrer…',
  discard: 'Tout annuler',
  saved: '%{smart_count} modification enregistrée. |||| %{smart_count} modifications enregistrées.',
  lock: {
    read_only: 'Vous pouvez consulter ceci, pas le modifier.',
    built_in:
      'Le rôle %{role} détient toutes les permissions, présentes et à venir. Aucune ne peut lui être retirée.',
    beyond: 'Donne « %{permission} », que vous ne détenez pas.',
    role_beyond:
      'Vous ne détenez pas vous-même « %{permission} », que donne le rôle %{role}. Vous ne pouvez donc pas modifier ce que donne ce rôle.',
    permission_beyond:
      'Vous ne détenez pas vous-même « %{permission} » : vous ne pouvez ni l’accorder ni la retirer.',
    some: '%{smart_count} permission reste inchangée : vous ne la détenez pas vous-même. |||| %{smart_count} permissions restent inchangées : vous ne les détenez pas vous-même.',
  },
  sheet: {
    title: 'Vérifier %{smart_count} modification |||| Vérifier %{smart_count} modifications',
    lead: 'Rien n’est encore enregistré. Voici ce que des utilisateurs pourront faire qu’ils ne pouvaient pas, et inversement.',
    counting: 'Décompte des utilisateurs…',
    gaining:
      '%{smart_count} utilisateur gagne une permission |||| %{smart_count} utilisateurs gagnent une permission',
    losing:
      '%{smart_count} utilisateur perd une permission |||| %{smart_count} utilisateurs perdent une permission',
    none: 'Aucun utilisateur ne gagne ni ne perd de permission',
    gained: '%{smart_count} utilisateur la gagne |||| %{smart_count} utilisateurs la gagnent',
    lost: '%{smart_count} utilisateur la perd |||| %{smart_count} utilisateurs la perdent',
    nobody: 'Ne change rien pour personne',
    given_to: 'Accordée à %{role}',
    taken_from: 'Retirée à %{role}',
    undo: 'Annuler : %{permission}, %{role}',
    undo_short: 'Annuler',
    save: 'Enregistrer %{smart_count} modification |||| Enregistrer %{smart_count} modifications',
    close: 'Continuer',
    refused: 'Cela concerne %{role}.',
    beyond: 'Personne n’accorde ni ne retire plus que ce qu’il détient lui-même.',
    undo_refused:
      'Annuler la modification de %{role} |||| Annuler les %{smart_count} modifications de %{role}',
    too_many:
      'Un enregistrement prend au plus %{most} modifications ; annulez-en %{smart_count}, enregistrez, puis continuez.',
  },
}
