import type { ColumnTypes } from './migration.ts'

/** Passkeys, which are factors with a public key, and challenges that are used up before they expire. */
export const statements = (t: ColumnTypes): string[] => [
  `alter table factors add column credential_id ${t.text}`,
  `alter table factors add column public_key ${t.text}`,
  `alter table factors add column sign_count ${t.int}`,
  `alter table factors add column is_backup_eligible ${t.flag}`,
  `alter table factors add column transports ${t.text}`,
  'create unique index factors_credential_id on factors (credential_id) where credential_id is not null',
  `create table used_passkey_challenges (
    hash ${t.text} primary key,
    expires_at ${t.time} not null)`,
  'create index used_passkey_challenges_expires_at on used_passkey_challenges (expires_at)',
]
