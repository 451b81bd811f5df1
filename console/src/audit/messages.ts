export const messages = {
  title: 'Audit trail',
  lead: 'Who changed what, when, from what to what, and why. The newest is first.',
  search: 'Search by name',
  search_hint:
    'Finds users, roles, terms and others, also in the trash, and shows the entries about the first 100 of them. Names in entries are not searched.',
  action: 'What happened',
  all_of: 'Everything about: %{kind}',
  groups: { signin: 'Signing in', other: 'Other' },
  kind: 'Kind',
  record: 'Record',
  actor: 'By',
  outcome: 'Outcome',
  outcomes: { done: 'Done', refused: 'Refused' },
  from: 'From',
  to: 'To',
  batch: 'Only the entries of one change',
  of_actor: 'Only by %{name}',
  links: 'Links that others have with it, such as users who were given it, are in its history.',
  history: 'Show its history',
  empty: { title: 'No entries yet', text: 'Every change is recorded here as it is made.' },
  denied: {
    title: 'You don’t have access to the audit trail',
    text: 'It needs the permission “can-read-audit”. Your own history is on the page of your account.',
  },
  export: {
    button: 'Export',
    command: 'Export the audit trail',
    csv: 'All entries as CSV',
    jsonl: 'All entries as JSON lines',
    csv_filtered: 'Matching entries as CSV',
    jsonl_filtered: 'Matching entries as JSON lines',
    stop: 'Stop (%{count} entries)',
  },
  seal: {
    title: 'Seal',
    off: 'Not sealed: anyone who can write to the database could change entries unnoticed.',
    on: 'Sealed: all entries, %{count} of them in the current log.',
    behind:
      'Sealed: %{count} entries. %{smart_count} is waiting. |||| Sealed: %{count} entries. %{smart_count} are waiting.',
    stalled:
      'Sealing has stopped. Sealed: %{count} entries. %{smart_count} is waiting. |||| Sealing has stopped. Sealed: %{count} entries. %{smart_count} are waiting.',
    shipped: 'Last checkpoint: %{when}, kept elsewhere.',
    unshipped: 'Last checkpoint: %{when}, not kept elsewhere yet.',
    no_checkpoint: 'No checkpoint yet.',
    more: 'What this means',
    less: 'Less',
    how: 'How to seal it',
    explained:
      'Each entry is hashed, and once a minute the service signs the hash of all entries: a checkpoint. If a sealed entry is changed or removed later, the command below finds it. For that, checkpoints have to be kept where nobody who can write to the database can write.',
    log: 'Log',
    sealed: 'Sealed entries',
    unsealed: 'Not sealed yet',
    signed: 'Last checkpoint signed',
    covers: 'It covers',
    covers_count: '%{smart_count} entry |||| %{smart_count} entries',
    kept: 'Kept elsewhere',
    kept_yes: 'Yes, at AUDIT_CHECKPOINTS',
    kept_no: 'Not yet',
    waiting_long:
      'Entries are usually sealed within a second. If some stay unsealed, check that the service runs with AUDIT_KEY_FILE, and look for “seal” in its log.',
    unshipped_long:
      'A checkpoint that is not kept elsewhere does not protect from anyone who has the key. Check that AUDIT_CHECKPOINTS is set and can be written, and look for “ship-checkpoints” in the log of the service.',
    steps: {
      folders:
        'Choose where the key and the checkpoints go. Both folders must exist. Keep the checkpoints where nobody who can write to the database can write. Set in the environment of the service, or in its .env file:',
      key: 'Make the key, as the user who runs the service, and keep a copy of it and the public key in another place.',
      restart: 'Restart the service. A minute later, this page says how far the entries are sealed.',
    },
    verify:
      'Verify the trail regularly, on the machine of the service or on another one with the public key:',
    verify_tells:
      'The command says whether all entries are complete and unchanged, or which one is the first that is not. This page cannot tell: only a copy of the checkpoints can.',
  },
}
