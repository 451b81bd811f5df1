import type { Texts } from '../i18n/texts.ts'
import type { messages as english } from './messages.ts'

export const messages: Texts<typeof english> = {
  title: 'Journal d’audit',
  lead: 'Qui a changé quoi, quand, de quoi à quoi, et pourquoi. Le plus récent d’abord.',
  search: 'Rechercher par nom',
  search_hint:
    'Trouve des utilisateurs, rôles, termes et autres, aussi dans la corbeille, et affiche les entrées au sujet des 100 premiers. Les noms dans les entrées ne sont pas recherchés.',
  action: 'Événement',
  all_of: 'Tout au sujet de : %{kind}',
  groups: { signin: 'Connexion', other: 'Autres' },
  kind: 'Genre',
  record: 'Enregistrement',
  actor: 'Par',
  outcome: 'Résultat',
  outcomes: { done: 'Fait', refused: 'Refusé' },
  from: 'Du',
  to: 'Au',
  batch: 'Seulement les entrées d’un changement',
  of_actor: 'Seulement par %{name}',
  links: 'Les liens que d’autres ont avec lui, comme ses attributions, sont dans son historique.',
  history: 'Afficher son historique',
  empty: { title: 'Pas encore d’entrées', text: 'Chaque changement est noté ici dès qu’il est fait.' },
  denied: {
    title: 'Vous n’avez pas accès au journal d’audit',
    text: 'Il faut la permission « can-read-audit ». Votre propre historique est sur la page de votre compte.',
  },
  export: {
    button: 'Exporter',
    command: 'Exporter le journal d’audit',
    csv: 'Toutes les entrées en CSV',
    jsonl: 'Toutes les entrées en lignes JSON',
    csv_filtered: 'Les entrées filtrées en CSV',
    jsonl_filtered: 'Les entrées filtrées en lignes JSON',
    stop: 'Arrêter (%{count} entrées)',
  },
  seal: {
    title: 'Sceau',
    off: 'Non scellé : toute personne qui peut écrire dans la base pourrait modifier des entrées sans que cela se voie.',
    on: 'Scellé : toutes les entrées, dont %{count} dans le registre actuel.',
    behind:
      'Scellé : %{count} entrées. %{smart_count} est en attente. |||| Scellé : %{count} entrées. %{smart_count} sont en attente.',
    stalled:
      'Plus rien n’est scellé. Scellé : %{count} entrées. %{smart_count} est en attente. |||| Plus rien n’est scellé. Scellé : %{count} entrées. %{smart_count} sont en attente.',
    shipped: 'Dernier point de contrôle : %{when}, conservé ailleurs.',
    unshipped: 'Dernier point de contrôle : %{when}, pas encore conservé ailleurs.',
    no_checkpoint: 'Pas encore de point de contrôle.',
    more: 'Ce que cela veut dire',
    less: 'Réduire',
    how: 'Comment le sceller',
    explained:
      'Chaque entrée est hachée, et une fois par minute le service signe l’empreinte de toutes les entrées : un point de contrôle. Si une entrée scellée est modifiée ou enlevée ensuite, la commande ci-dessous le découvre. Pour cela, les points de contrôle doivent être conservés là où personne qui peut écrire dans la base ne peut écrire.',
    log: 'Registre',
    sealed: 'Entrées scellées',
    unsealed: 'Pas encore scellées',
    signed: 'Dernier point de contrôle signé',
    covers: 'Il couvre',
    covers_count: '%{smart_count} entrée |||| %{smart_count} entrées',
    kept: 'Conservé ailleurs',
    kept_yes: 'Oui, à AUDIT_CHECKPOINTS',
    kept_no: 'Pas encore',
    waiting_long:
      'D’habitude, les entrées sont scellées en une seconde. Si certaines ne le sont toujours pas, vérifiez que le service fonctionne avec AUDIT_KEY_FILE, et cherchez « seal » dans son journal technique.',
    unshipped_long:
      'Un point de contrôle qui n’est pas conservé ailleurs ne protège de personne qui a la clé. Vérifiez qu’AUDIT_CHECKPOINTS est réglé et accessible en écriture, et cherchez « ship-checkpoints » dans le journal technique du service.',
    steps: {
      folders:
        'Choisissez où vont la clé et les points de contrôle. Les deux dossiers doivent exister. Conservez les points de contrôle là où personne qui peut écrire dans la base ne peut écrire. Réglez dans l’environnement du service, ou dans son fichier .env :',
      key: 'Créez la clé, comme l’utilisateur qui exécute le service, et conservez-en une copie ailleurs, avec la clé publique.',
      restart:
        'Redémarrez le service. Une minute plus tard, cette page indique jusqu’où les entrées sont scellées.',
    },
    verify:
      'Vérifiez le journal régulièrement, sur la machine du service ou sur une autre avec la clé publique :',
    verify_tells:
      'La commande dit si toutes les entrées sont complètes et inchangées, ou laquelle est la première qui ne l’est pas. Cette page ne peut pas le dire : seule une copie des points de contrôle le peut.',
  },
}
