import type { ColumnTypes } from './migration.ts'

/** One-time codes that are mailed. One without a user and a registration is a decoy: nobody has the address. */
export const statements = (t: ColumnTypes): string[] => [
  `create table mailed_codes (
    id ${t.id},
    purpose ${t.text} not null,
    user_id ${t.ref} references users (id) on delete cascade,
    registration_id ${t.ref} references registrations (id) on delete cascade,
    address_hash ${t.text} not null,
    address ${t.text},
    code_hash ${t.text},
    request_hash ${t.text},
    digits_hash ${t.text},
    digits_expire_at ${t.time},
    tries ${t.int} not null default 0,
    created_at ${t.time} not null,
    expires_at ${t.time} not null)`,
  'create unique index mailed_codes_code_hash on mailed_codes (code_hash) where code_hash is not null',
  'create unique index mailed_codes_request_hash on mailed_codes (request_hash) where request_hash is not null',
  'create index mailed_codes_user_id on mailed_codes (user_id, purpose) where user_id is not null',
  'create index mailed_codes_registration_id on mailed_codes (registration_id, purpose) where registration_id is not null',
  'create index mailed_codes_expires_at on mailed_codes (expires_at)',
]
