import type { Generated, GeneratedAlways, Kysely } from 'kysely'

/** A moment as ISO 8601 text in UTC with milliseconds: sorts and compares as it reads. */
type Time = string
type Json = Record<string, unknown>

/** What every record has. */
interface RecordTable {
  id: Generated<number>
  uuid: string
  created_at: Time
  updated_at: Time
  deleted_at: Time | null
  created_by: number | null
  updated_by: number | null
  deleted_by: number | null
  /** When it last came back from the trash. */
  restored_at: Time | null
  /** Grows by one with each change: the part of an ETag that `If-Match` compares. */
  version: Generated<number>
  /** Lower-cased text that `q` searches, kept by the engine. */
  search_text: string
}

interface PersonTable extends RecordTable {
  email: string
  /** Lower-cased, for comparing without regard to case. */
  email_key: string
  username: string
  username_key: string
  password_hash: string | null
  display_name: string | null
  title: string | null
  designation: string | null
  first_name: string
  middle_name: string | null
  last_name: string | null
  name: GeneratedAlways<string>
  gender: string | null
  country_calling_code: number | null
  phone: string | null
  bio: string | null
  timezone: string | null
  alternate_email: string | null
  avatar_url: string | null
  birth: string | null
  country: string | null
  country_code: string | null
  activation_code_hash: string | null
  activation_code_sent_at: Time | null
  activated_ip: string | null
  invited_by: number | null
  invited_at: Time | null
  invited_for_key: string | null
  invited_for_value: string | null
  user_id: number | null
  user_created_at: Time | null
  created_ip: string | null
  registration_id: number | null
  meta: Json
}

export interface RegistrationTable extends PersonTable {
  status: 'email-verification-pending' | 'email-verified' | 'user-created'
}

export interface UserTable extends PersonTable {
  is_active: boolean
  status: GeneratedAlways<'active' | 'inactive'>
  website: string | null
  last_login_at: Time | null
  last_login_ip: string | null
  remember_token_hash: string | null
  login_otp_hash: string | null
  api_token_used_at: Time | null
  api_token_used_ip: string | null
  activated_at: Time | null
  affiliate_code: string | null
  affiliate_code_used_at: Time | null
  reset_password_code_hash: string | null
  reset_password_code_sent_at: Time | null
  reset_password_code_used_at: Time | null
  foreign_user_id: number | null
}

export interface RoleTable extends RecordTable {
  name: string
  slug: string
  details: string | null
  is_active: boolean
  type: 'frontend' | 'backend'
}

export interface PermissionTable extends RecordTable {
  name: string
  slug: string
  module: string
  section: string | null
  details: string | null
  is_active: boolean
}

/** Rows that one delete with `cascade` took along share a `deletion`, so that restore brings the same set back. */
interface TreeTable extends RecordTable {
  name: string
  slug: string
  parent_id: number | null
  is_active: boolean
  meta: Json
  deletion: string | null
}

export interface TaxonomyTypeTable extends TreeTable {}

export interface TaxonomyTable extends TreeTable {
  type_id: number
  excerpt: string | null
  details: string | null
  notes: string | null
  /** The term that it was merged into, when it was soft-deleted by that. */
  merged_into_id: number | null
}

/** A link is a record of its own, with its own validity and author. */
interface LinkTable {
  id: Generated<number>
  is_active: Generated<boolean>
  expires_at: Time | null
  created_by: number | null
  created_at: Time
  updated_by: number | null
  updated_at: Time
}

export interface UserRoleTable extends LinkTable {
  user_id: number
  role_id: number
}

export interface RolePermissionTable extends LinkTable {
  role_id: number
  permission_id: number
}

export interface UserTaxonomyTable extends LinkTable {
  user_id: number
  taxonomy_id: number
}

export interface TokenTable {
  id: Generated<number>
  uuid: string
  user_id: number
  /** SHA-256 of the token, hex. The token itself is never stored. */
  hash: string
  name: string
  created_at: Time
  created_by: number | null
  expires_at: Time | null
  used_at: Time | null
  used_ip: string | null
  /** Slugs of all that it may do, as far as its user may; null: all that its user may. */
  permissions: string[] | null
  /** Who made it, where that was not its user, or was by such a token: it holds no more than they do. */
  maker_id: number | null
  /** The token that made it, and with which it ends; null where that was a sign-in, or none. */
  parent_id: number | null
  /** Made by a sign-in: the oldest gives way where a user has too many tokens. */
  is_sign_in: Generated<boolean>
}

/** One-time codes that are their own proof, such as the setup link's. */
export interface CodeTable {
  hash: string
  purpose: 'setup'
  expires_at: Time
}

/** What a write with an `Idempotency-Key` answered, for a day. */
export interface IdempotencyKeyTable {
  /** SHA-256 of the caller and the key, hex. */
  hash: string
  /** HMAC of the request under the key: tells another request from the same, and nothing of what was in it. */
  fingerprint: string
  answer: Json
  created_at: Time
}

/** A part of the text of an answer that is too long for one row. */
export interface IdempotencyPartTable {
  id: Generated<number>
  /** Of the key. */
  hash: string
  position: number
  text: string
}

/** Attempts to sign in or up, under the digest of whom or where they were for. */
export interface AttemptTable {
  hash: string
  count: number
  window_ends_at: Time
  strikes: number
  blocked_until: Time
  expires_at: Time
  /** Attempts that were let in and are not decided yet. */
  pending: number
  /** When they are taken for lost, as with the process that had them. */
  pending_until: Time
}

/** An address or device that an account has signed in from, under the digest of both. */
export interface KnownPlaceTable {
  hash: string
  /** The account; null where it has not signed in there since that is kept. */
  user_id: number | null
  is_device: boolean
  /** Of a device: wrong passwords since the last right one. */
  failures: number
  expires_at: Time
}

/** How far the import of a file has come. */
export interface ImportTable {
  /** SHA-256 of the file and of what was asked for, hex. */
  hash: string
  /** Its name, for people. */
  file: string
  /** Rows that are done, whatever became of them. */
  rows: number
  /** How many became what. */
  counts: Record<string, number>
  /** Length of the file of rejected rows. */
  rejects_bytes: number
  started_at: Time
  updated_at: Time
  finished_at: Time | null
}

/** How many signed up and in on a day, in UTC. */
export interface DailyCountTable {
  /** `YYYY-MM-DD` */
  day: string
  signups: number
  signins: number
}

/** What was changed, for processes that keep some of it in memory; written by triggers. */
export interface ChangeTable {
  id: Generated<number>
  table_name: string
  /** The record; null for many. */
  record_id: number | null
  author_id: number | null
  /** Which of the rights in memory it may change. */
  rights: 'users' | 'roles' | 'tokens' | 'all' | null
}

/** Indices that are not there while a table is filled. */
export interface DeferredIndexTable {
  name: string
  /** The statement that makes it. */
  definition: string
}

export interface Database {
  registrations: RegistrationTable
  users: UserTable
  roles: RoleTable
  permissions: PermissionTable
  taxonomies: TaxonomyTable
  taxonomy_types: TaxonomyTypeTable
  user_roles: UserRoleTable
  role_permissions: RolePermissionTable
  user_taxonomies: UserTaxonomyTable
  tokens: TokenTable
  codes: CodeTable
  idempotency_keys: IdempotencyKeyTable
  idempotency_parts: IdempotencyPartTable
  attempts: AttemptTable
  known_places: KnownPlaceTable
  imports: ImportTable
  deferred_indices: DeferredIndexTable
  daily_counts: DailyCountTable
  changes: ChangeTable
}

/** Tables of the six resources. */
export type RecordTableName =
  | 'registrations'
  | 'users'
  | 'roles'
  | 'permissions'
  | 'taxonomies'
  | 'taxonomy_types'
export type LinkTableName = 'user_roles' | 'role_permissions' | 'user_taxonomies'

/** A database, or a transaction in it. */
export type Db = Kysely<Database>
