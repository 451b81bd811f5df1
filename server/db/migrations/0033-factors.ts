import { reportingViews } from '../reporting/statements.ts'
import type { ColumnTypes } from './migration.ts'

/** Second factors, recovery codes, and sign-ins that wait for one of them. */
export const statements = (t: ColumnTypes): string[] => [
  `create table factors (
    id ${t.id},
    uuid ${t.text} not null unique,
    user_id ${t.ref} not null references users (id) on delete cascade,
    kind ${t.text} not null,
    name ${t.text} not null,
    sealed ${t.text},
    last_step ${t.int},
    created_at ${t.time} not null,
    confirmed_at ${t.time},
    used_at ${t.time})`,
  'create index factors_user_id on factors (user_id)',
  // Each user prepares one at a time.
  'create unique index factors_unconfirmed on factors (user_id) where confirmed_at is null',
  `create table recovery_codes (
    id ${t.id},
    user_id ${t.ref} not null references users (id) on delete cascade,
    code_hash ${t.text} not null,
    created_at ${t.time} not null)`,
  'create unique index recovery_codes_code_hash on recovery_codes (user_id, code_hash)',
  `create table signin_challenges (
    id ${t.id},
    hash ${t.text} not null unique,
    user_id ${t.ref} not null references users (id) on delete cascade,
    password_digest ${t.text},
    tries ${t.int} not null default 0,
    created_at ${t.time} not null,
    expires_at ${t.time} not null)`,
  'create index signin_challenges_user_id on signin_challenges (user_id)',
  'create index signin_challenges_expires_at on signin_challenges (expires_at)',
  `alter table users add column has_second_factor ${t.flag} not null default false`,
  `alter table tokens add column proven_at ${t.time}`,
  `alter table tokens add column proven_by_factor ${t.flag} not null default false`,
  `alter table tokens add column failed_proofs ${t.int} not null default 0`,
  ...reportingViews(t, 36),
]
