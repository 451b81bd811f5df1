import type { Generated, GeneratedAlways, Kysely } from 'kysely'
import type { FactorKind } from '../../contract/factors.ts'
import type { MailKind } from '../../contract/mails.ts'
import type { Theme } from '../../contract/users.ts'
import type { DeliveryFault, DeliveryKind, DeliveryOutcome, SwitchedOff } from '../../contract/webhooks.ts'

/** A time as ISO 8601 text in UTC with milliseconds: text order is time order. */
type Time = string
type Json = Record<string, unknown>

/** Columns of every record. */
export interface RecordTable {
  id: Generated<number>
  uuid: string
  created_at: Time
  updated_at: Time
  deleted_at: Time | null
  created_by: number | null
  updated_by: number | null
  deleted_by: number | null
  /** When it was last restored from the trash. */
  restored_at: Time | null
  /** Grows by one with each change: the part of the ETag that `If-Match` compares. */
  version: Generated<number>
  /** Text that `q` searches, without case and accents. */
  search_text: string
}

interface PersonTable extends RecordTable {
  email: string
  /** Lower-cased, for case-insensitive comparison. */
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
  language: string | null
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
  /** Null: none was chosen. */
  theme: Theme | null
  last_login_at: Time | null
  last_login_ip: string | null
  remember_token_hash: string | null
  login_otp_hash: string | null
  api_token_used_at: Time | null
  api_token_used_ip: string | null
  activated_at: Time | null
  email_verified_at: Time | null
  /** Signing in needs one; kept with the confirmed factors. */
  has_second_factor: Generated<boolean>
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
  /** See access/second-factor.ts. */
  requires_second_factor: Generated<boolean>
}

export interface PermissionTable extends RecordTable {
  name: string
  slug: string
  module: string
  section: string | null
  details: string | null
  is_active: boolean
}

/** Rows deleted by one `cascade` share a `deletion`, so that a restore brings back the same set. */
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
  /** The term that this one was merged into, if a merge soft-deleted it. */
  merged_into_id: number | null
  /** Its place in the manual order of its siblings; null if it was never placed. */
  position: Generated<number | null>
}

/** A link is a record of its own, with its own validity and author. */
export interface LinkTable {
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

/** Counts of live users, in parts: see migration 0009. */
export interface MemberCountTable {
  links: 'user_roles' | 'user_taxonomies'
  record: number
  count: number
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
  /** Of the last use; before that, of the sign-in that made it. */
  user_agent: string | null
  /** The permissions it is limited to, within those of its user; null: all permissions of its user. */
  permissions: string[] | null
  /** Who made it, if that was another user or such a token: it grants no more than they hold. */
  maker_id: number | null
  /** The token that made it and with which it ends; null if that was a sign-in token or none. */
  parent_id: number | null
  /** Made by a sign-in: the oldest of these is revoked when a user has too many tokens. */
  is_sign_in: Generated<boolean>
  /** Of a session in a cookie: when it ends unless it is used; null for tokens that their client sends. */
  idle_ends_at: Generated<Time | null>
  /** When its user last proved again who they are; null: when it was made. */
  proven_at: Generated<Time | null>
  /** That proof, or the sign-in, was by a second factor. */
  proven_by_factor: Generated<boolean>
  /** Proofs that failed since the last one that did not. */
  failed_proofs: Generated<number>
}

/** A role that an offboarding took, with its link. */
export interface RoleTaken {
  id: number
  uuid: string
  name: string
  slug: string
  is_active: boolean
  expires_at: Time | null
}

/** The end of all access of a user, and what they held. */
export interface OffboardingTable {
  id: Generated<number>
  uuid: string
  user_id: number
  was_active: boolean
  count_tokens: number
  roles: RoleTaken[]
  created_at: Time
  created_by: number | null
  restored_at: Time | null
  restored_by: number | null
}

/** A mail of the outbox, and for a month what became of it. */
export interface MailTable {
  id: Generated<number>
  uuid: string
  kind: MailKind
  address: string
  /** Lower-cased, to find it. */
  address_key: Generated<string>
  user_id: number | null
  registration_id: number | null
  /** Null: the default language. */
  language: 'en' | 'fr' | null
  /** Sent after those that people wait for. */
  is_bulk: boolean
  /** Silenced: nobody has the address; the row costs as much time as a mail, and counts for an hour. */
  state: 'waiting' | 'sent' | 'failed' | 'silenced'
  /** Times that a process claimed it to send it. */
  attempts: number
  /** Of a claimed mail: when its lease ends. */
  next_attempt_at: Time
  /** From then on, it would be of no use. */
  expires_at: Time | null
  /** Digest of what mails are limited by: the kind, the address, and the place if the account knows it. */
  limit_key: string
  message_id: string | null
  /** The last reply of the mail server, or why there was none. */
  reply: string | null
  /** What the text is filled in with, encrypted; null once it is sent or has failed. */
  sealed: string | null
  created_at: Time
  ended_at: Time | null
}

/** One-time codes whose possession is sufficient proof, such as the code of the setup link. */
export interface CodeTable {
  hash: string
  purpose: 'setup'
  expires_at: Time
}

/** The answers of writes with an `Idempotency-Key`, for a day. */
export interface IdempotencyKeyTable {
  /** SHA-256 of the caller and the key, hex. */
  hash: string
  /** HMAC of the request under the key: identifies the same request without revealing its content. */
  fingerprint: string
  answer: Json
  created_at: Time
}

/** Parts of answers that are too long for one row. */
export interface IdempotencyPartTable {
  id: Generated<number>
  /** Of the key. */
  hash: string
  position: number
  text: string
}

/** Attempts to sign in or up, by the digest of their account or address. */
export interface AttemptTable {
  hash: string
  count: number
  window_ends_at: Time
  strikes: number
  blocked_until: Time
  expires_at: Time
  /** Admitted attempts whose result is not known yet. */
  pending: number
  /** When pending attempts count as lost, e.g. with their process. */
  pending_until: Time
}

/** Addresses and devices that an account has signed in from, by the digest of both. */
export interface KnownPlaceTable {
  hash: string
  /** The account; null if its last sign-in there is older than this column. */
  user_id: number | null
  is_device: boolean
  /** For a device: wrong passwords since the last correct one. */
  failures: number
  expires_at: Time
}

/** The progress of the import of a file. */
export interface ImportTable {
  /** SHA-256 of the file and the options, hex. */
  hash: string
  /** The name of the file, for display. */
  file: string
  /** Processed rows, whatever their outcome. */
  rows: number
  /** The number of rows by outcome. */
  counts: Record<string, number>
  /** Length of the file of rejected rows. */
  rejects_bytes: number
  started_at: Time
  updated_at: Time
  finished_at: Time | null
}

/** Sign-ups and sign-ins by day, in UTC. */
export interface DailyCountTable {
  /** `YYYY-MM-DD` */
  day: string
  signups: number
  signins: number
}

/** Changes, for the caches of other processes; written by triggers. */
export interface ChangeTable {
  id: Generated<number>
  table_name: string
  /** The record; null for many. */
  record_id: number | null
  author_id: number | null
  /** Which part of the cached access it may affect. */
  rights: 'users' | 'roles' | 'tokens' | 'all' | null
}

/** Counters of a table, maintained by triggers; see {@link TableState}. */
export interface TableStateTable {
  name: string
  live: number
  trashed: number
  version: number
  /** Grows when rows are added or removed, not when they change. */
  moves: number
}

/** Indices that are dropped while a table is filled. */
export interface DeferredIndexTable {
  name: string
  /** The statement that creates it. */
  definition: string
}

/** One-time codes that are mailed: see credentials/mailed-codes.ts. Each hash is an HMAC with the installation's secret. */
/** An invitation: beside its registration, whose fields decide nothing. */
export interface InvitationTable {
  id: Generated<number>
  registration_id: number
  /** Null if the inviter was destroyed. */
  inviter_id: number | null
  /** Whose authority it uses: that of the token that made it. See `Delegation` in access/actor.ts. */
  authority: StoredDelegation
  message: string | null
  created_at: Time
  expires_at: Time
}

/** See `Delegation` in access/actor.ts. */
export interface StoredDelegation {
  user_id: number
  maker_id: number | null
  through_id: number | null
  permissions: string[] | null
}

/** Of a webhook: it also ends with the token. See `LastingDelegation` in access/actor.ts. */
export interface StoredLastingDelegation extends StoredDelegation {
  token_id: number | null
}

/** A link that the user of an invitation is to get. */
export interface PlannedLinkTable {
  id: Generated<number>
  invitation_id: number
  kind: 'role' | 'taxonomy'
  /** Only the one of its `kind` is set; null if that record was destroyed. */
  role_id: number | null
  taxonomy_id: number | null
  /** Where the grant is to hold; null until grants have places. */
  in_id: number | null
  expires_at: Time | null
}

export interface MailedCodeTable {
  id: Generated<number>
  purpose:
    | 'signup-verify'
    | 'reset'
    | 'email-verify'
    | 'email-change'
    | 'email-undo'
    | 'signin'
    | 'invitation'
  /** With neither a user nor a registration, nobody has the address. */
  user_id: number | null
  registration_id: number | null
  /** Of the address that it was mailed to. */
  address_hash: string
  /** The address, if it is not that of the user. */
  address: string | null
  /** The same, folded, if nobody else may have it while the code lives. */
  reserved_key: string | null
  code_hash: string | null
  request_hash: string | null
  digits_hash: string | null
  digits_expire_at: Time | null
  tries: Generated<number>
  created_at: Time
  expires_at: Time
}

/** What an account signs in with beside its password. */
export interface FactorTable {
  id: Generated<number>
  uuid: string
  user_id: number
  kind: FactorKind
  name: string
  /** The secret of an authenticator app, encrypted. */
  sealed: string | null
  /** The time step of the last code that was accepted: none is accepted twice. */
  last_step: number | null
  /** Of a passkey, base64url, as browsers name it. */
  credential_id: string | null
  /** The public key of a passkey, COSE in base64url. */
  public_key: string | null
  /** How often a passkey has signed, as its device counts; 0: it does not count. */
  sign_count: number | null
  /** The passkey may be copied to other devices of its user. */
  is_backup_eligible: boolean | null
  /** How browsers reach its device, by commas. */
  transports: string | null
  created_at: Time
  /** Null: it is prepared, and counts for nothing yet. */
  confirmed_at: Time | null
  used_at: Time | null
}

/** What signs in once if all factors are lost. A used one is deleted. */
export interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  /** HMAC with the installation's secret. */
  code_hash: string
  created_at: Time
}

/** A sign-in that has passed its first factor, and waits for the second. */
export interface SignInChallengeTable {
  id: Generated<number>
  /** SHA-256 of the challenge, hex. */
  hash: string
  user_id: number
  /** SHA-256 of the stored hash of the password: another password ends the challenge. */
  password_digest: string | null
  tries: Generated<number>
  created_at: Time
  expires_at: Time
}

/** Challenges of passkeys that were used before they expired. */
export interface UsedPasskeyChallengeTable {
  /** SHA-256, hex. */
  hash: string
  expires_at: Time
}

/** What the database knows about its installation. */
export interface InstallationTable {
  name: string
  value: string
}

/** An entry of the audit trail. */
export interface AuditEntryTable {
  id: Generated<number>
  uuid: string
  at: Time
  action: string
  outcome: 'done' | 'refused'
  /** The name of the resource in paths. */
  subject_type: string
  subject_id: number | null
  subject_name: string | null
  /** The other side of a link, or what else the action is about. */
  other_type: string | null
  other_id: number | null
  other_name: string | null
  changes: AuditChange[] | null
  counts: Record<string, number> | null
  /** Null: the command line, the service itself, or somebody who is not signed in. */
  actor_id: number | null
  actor_name: string | null
  token_id: number | null
  token_name: string | null
  token_maker_id: number | null
  token_maker_name: string | null
  via: AuditVia
  ip: string | null
  user_agent: string | null
  request_id: string | null
  /** The same for all entries of a transaction. */
  batch: string
  reason: string | null
  /** On SQLite, if the entry was copied from PostgreSQL: when it got its number there. Otherwise it did at its own time. */
  numbered_at: Time | null
  /** For the digests of what the entry says about each person, base64url. A group that was erased has none. */
  salts: Partial<Record<AuditGroup, string>>
  /** Of what was erased, base64url. */
  digests: Partial<Record<AuditGroup, string>> | null
}

/** What an entry says about one person; the reason may name any. */
export type AuditGroup = 'subject' | 'other' | 'actor' | 'token' | 'maker' | 'reason'

/**
 * The tree of hashes over the entries. A restore of the database begins another one: a tree that goes back would contradict its
 * exported checkpoints.
 */
export interface AuditTreeTable {
  id: Generated<number>
  /** The name of the log, in its checkpoints. */
  origin: string
  /** The number of the entry that is its first leaf. */
  first: number
  /** How many leaves it has. */
  size: number
  /** Of its complete subtrees, the largest first, base64. */
  roots: string[]
  /** The process that seals, until then. */
  sealer: string | null
  lease_ends_at: Time | null
  /** The signed note of the restart that began the log; null: it is the first one. */
  restart_note: string | null
  /** Whether the note has arrived where `AUDIT_CHECKPOINTS` says. */
  is_restart_shipped: boolean
}

/** A row that decides access, as it was until a change: see migration 0039. */
export interface PastVersionTable {
  id: Generated<number>
  kind: PastKind
  record_id: number
  /** The sides of a link, in the order of the table's name. */
  left_id: number | null
  right_id: number | null
  uuid: string | null
  slug: string | null
  name: string | null
  is_active: boolean | null
  deleted_at: Time | null
  expires_at: Time | null
  created_at: Time | null
  parent_id: number | null
  type_id: number | null
  /** The number of the first entry of the transaction that ended it; on PostgreSQL null until there is one. */
  until: number | null
  /** On PostgreSQL: that of the entries of that transaction. */
  batch: string | null
}

/** The table whose row it was. */
export type PastKind =
  | 'users'
  | 'roles'
  | 'permissions'
  | 'taxonomies'
  | 'taxonomy_types'
  | 'user_roles'
  | 'role_permissions'
  | 'user_taxonomies'

/** A person of whom the audit trail is being made to say nothing any more: see audit/erasures.ts. */
export interface ErasureTable {
  id: Generated<number>
  user_id: number
  /** Ids of their registrations. */
  registrations: number[]
  /** Ids of tokens that others made for them. */
  tokens: number[]
  /** Entries up to this id are done. */
  after: number
  /** Transactions of these entries, whose other entries may still have the reason. */
  batches: string[]
  created_at: Time
  /** When all entries are read once more; null: they are, and the end is the end. */
  repeat_at: Time | null
}

/** The leaf of each sealed entry. */
export interface AuditLeafTable {
  number: number
  /** Base64. */
  hash: string
}

/** What the service has signed. */
export interface AuditCheckpointTable {
  id: Generated<number>
  tree_id: number
  size: number
  at: Time
  note: string
  /** Whether it has arrived where `AUDIT_CHECKPOINTS` says. */
  is_shipped: boolean
}

/** On PostgreSQL: the place of each entry in the order of commits, without gaps. */
export interface AuditNumberTable {
  number: number
  /** Without a foreign key: delete the number with its entry. */
  entry_id: number
  /** When the number was given. It never goes back. */
  at: Time
  /** All entries up to this id have a number, and no other one will ever have such an id. */
  settled: number
}

export interface WebhookTable extends RecordTable {
  name: GeneratedAlways<string>
  url: string
  events: string[]
  is_active: boolean
  description: string | null
  switched_off_because: SwitchedOff | null
  switched_off_at: Time | null
  /** Of whoever saved it last: it is told only what they may read. */
  authority: StoredLastingDelegation
  /** Its secret, encrypted. */
  sealed: string
  /** The secret before the rotation, encrypted; used until `previous_secret_ends_at`. */
  previous_sealed: string | null
  previous_secret_ends_at: Time | null
}

/** How far a webhook has got. Only the dispatcher writes it; a webhook that is switched on or off has none. */
export interface WebhookStateTable {
  id: Generated<number>
  webhook_id: number
  /** Of all entries up to this number, those that it is told of were delivered, or wait in `webhook_waiting`. */
  position: number
  /** When its attempts began to fail; null: the last one has succeeded, or there was none. */
  failing_since: Time | null
  succeeded_at: Time | null
}

/** An event that waits for its next attempt, or for an earlier event of its subject. */
export interface WebhookWaitingTable {
  id: Generated<number>
  webhook_id: number
  /** The entry of the audit trail. */
  event_uuid: string
  /** Null for one that may not have its number yet. */
  number: number | null
  /** Kept for the list of deliveries: the entry may be deleted before it is sent. */
  action: string
  kind: DeliveryKind
  /** What its order is kept by. */
  subject: string
  attempts: number
  /** Null: an earlier event of its subject waits. */
  next_attempt_at: Time | null
}

/** An attempt, kept for 30 days. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  webhook_id: number
  event_uuid: string
  number: number
  action: string
  kind: DeliveryKind
  attempt: number
  outcome: DeliveryOutcome
  status: number | null
  fault: DeliveryFault | null
  duration_ms: number
  at: Time
  next_attempt_at: Time | null
  /** The beginning of the answer. */
  answer: string | null
}

/** The one row says which process dispatches. */
export interface WebhookDispatchTable {
  id: Generated<number>
  holder: string | null
  lease_ends_at: Time | null
}

export type AuditVia = 'http' | 'console' | 'command' | 'import'

/** A changed field. The values of secrets, and values over 4 KiB, are left out. */
export type AuditChange =
  | { field: string; from: unknown; to: unknown }
  | { field: string; secret: true }
  | { field: string; truncated: true }

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
  member_counts: MemberCountTable
  tokens: TokenTable
  offboardings: OffboardingTable
  mails: MailTable
  codes: CodeTable
  idempotency_keys: IdempotencyKeyTable
  idempotency_parts: IdempotencyPartTable
  attempts: AttemptTable
  known_places: KnownPlaceTable
  imports: ImportTable
  table_states: TableStateTable
  deferred_indices: DeferredIndexTable
  daily_counts: DailyCountTable
  changes: ChangeTable
  installation: InstallationTable
  mailed_codes: MailedCodeTable
  invitations: InvitationTable
  planned_links: PlannedLinkTable
  factors: FactorTable
  recovery_codes: RecoveryCodeTable
  signin_challenges: SignInChallengeTable
  used_passkey_challenges: UsedPasskeyChallengeTable
  audit_entries: AuditEntryTable
  audit_numbers: AuditNumberTable
  past_versions: PastVersionTable
  audit_trees: AuditTreeTable
  erasures: ErasureTable
  audit_leaves: AuditLeafTable
  audit_checkpoints: AuditCheckpointTable
  webhooks: WebhookTable
  webhook_states: WebhookStateTable
  webhook_waiting: WebhookWaitingTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_dispatch: WebhookDispatchTable
}

type TablesLike<T> = { [Name in keyof Database]: Database[Name] extends T ? Name : never }[keyof Database]

/** Tables of resources. */
export type RecordTableName = TablesLike<RecordTable>
/** Tables of links between records. */
export type LinkTableName = TablesLike<LinkTable>

/** A database, or a transaction in it. */
export type Db = Kysely<Database>
