import type { ColumnTypes } from './migration.ts'

const FULL_NAME = `coalesce(display_name,
    first_name || coalesce(' ' || middle_name, '') || coalesce(' ' || last_name, ''))`

export const statements = (t: ColumnTypes): string[] => {
  const record = `
    id ${t.id},
    uuid ${t.text} not null unique,
    created_at ${t.time} not null,
    updated_at ${t.time} not null,
    deleted_at ${t.time},
    created_by ${t.ref} references users (id) on delete set null,
    updated_by ${t.ref} references users (id) on delete set null,
    deleted_by ${t.ref} references users (id) on delete set null,
    version ${t.int} not null default 1,
    search_text ${t.text} not null`

  const person = `
    email ${t.text} not null,
    email_key ${t.text} not null,
    username ${t.text} not null,
    username_key ${t.text} not null,
    password_hash ${t.text},
    display_name ${t.text},
    title ${t.text},
    designation ${t.text},
    first_name ${t.text} not null,
    middle_name ${t.text},
    last_name ${t.text},
    name ${t.text} not null generated always as (${FULL_NAME}) stored,
    gender ${t.text},
    country_calling_code ${t.int},
    phone ${t.text},
    bio ${t.text},
    timezone ${t.text},
    alternate_email ${t.text},
    avatar_url ${t.text},
    birth ${t.text},
    country ${t.text},
    country_code ${t.text},
    activation_code_hash ${t.text},
    activation_code_sent_at ${t.time},
    activated_ip ${t.text},
    invited_by ${t.ref} references users (id) on delete set null,
    invited_at ${t.time},
    invited_for_key ${t.text},
    invited_for_value ${t.text},
    user_id ${t.ref} references users (id) on delete set null,
    user_created_at ${t.time},
    created_ip ${t.text},
    registration_id ${t.ref}${t.refersAhead ? ` ${TO_REGISTRATION}` : ''},
    meta ${t.json} not null`

  const link = `
    id ${t.id},
    is_active ${t.flag} not null default true,
    expires_at ${t.time},
    created_by ${t.ref} references users (id) on delete set null,
    created_at ${t.time} not null,
    updated_by ${t.ref} references users (id) on delete set null,
    updated_at ${t.time} not null`

  const tree = (table: string) => `
    name ${t.text} not null,
    slug ${t.text} not null,
    parent_id ${t.ref} references ${table} (id),
    is_active ${t.flag} not null,
    meta ${t.json} not null,
    deletion ${t.text}`

  return [
    `create table users (${record}, ${person},
      is_active ${t.flag} not null,
      status ${t.text} not null generated always as (case when is_active then 'active' else 'inactive' end) stored,
      website ${t.text},
      last_login_at ${t.time},
      last_login_ip ${t.text},
      remember_token_hash ${t.text},
      login_otp_hash ${t.text},
      api_token_used_at ${t.time},
      api_token_used_ip ${t.text},
      activated_at ${t.time},
      affiliate_code ${t.text},
      affiliate_code_used_at ${t.time},
      reset_password_code_hash ${t.text},
      reset_password_code_sent_at ${t.time},
      reset_password_code_used_at ${t.time},
      foreign_user_id ${t.int})`,
    `create table registrations (${record}, ${person}, status ${t.text} not null)`,
    ...(t.refersAhead ? [] : ['users', 'registrations'].map(toRegistration)),
    `create table roles (${record},
      name ${t.text} not null,
      slug ${t.text} not null,
      details ${t.text},
      is_active ${t.flag} not null,
      type ${t.text} not null)`,
    `create table permissions (${record},
      name ${t.text} not null,
      slug ${t.text} not null,
      module ${t.text} not null,
      section ${t.text},
      details ${t.text},
      is_active ${t.flag} not null)`,
    `create table taxonomy_types (${record}, ${tree('taxonomy_types')})`,
    `create table taxonomies (${record}, ${tree('taxonomies')},
      type_id ${t.ref} not null references taxonomy_types (id),
      excerpt ${t.text},
      details ${t.text},
      notes ${t.text})`,
    `create table user_roles (${link},
      user_id ${t.ref} not null references users (id) on delete cascade,
      role_id ${t.ref} not null references roles (id) on delete cascade,
      unique (user_id, role_id))`,
    `create table role_permissions (${link},
      role_id ${t.ref} not null references roles (id) on delete cascade,
      permission_id ${t.ref} not null references permissions (id) on delete cascade,
      unique (role_id, permission_id))`,
    `create table tokens (
      id ${t.id},
      uuid ${t.text} not null unique,
      user_id ${t.ref} not null references users (id) on delete cascade,
      hash ${t.text} not null unique,
      name ${t.text} not null,
      created_at ${t.time} not null,
      created_by ${t.ref} references users (id) on delete set null,
      expires_at ${t.time},
      used_at ${t.time},
      used_ip ${t.text})`,
    `create table codes (hash ${t.text} primary key, purpose ${t.text} not null, expires_at ${t.time} not null)`,
    ...indices(t),
  ]
}

const TO_REGISTRATION = 'references registrations (id) on delete set null'

const toRegistration = (table: string) =>
  `alter table ${table} add foreign key (registration_id) ${TO_REGISTRATION}`

/** Unique among records that are not soft-deleted. */
const uniqueLive = (table: string, name: string, columns: string) =>
  `create unique index ${table}_${name}_live on ${table} (${columns}) where deleted_at is null`

const index = (table: string, ...columns: string[]) =>
  `create index ${table}_${columns.join('_')} on ${table} (${columns.join(', ')})`

/** For sorting, ranges and equality among live records, in order of id where values are equal. */
const live = (table: string, ...columns: string[]) =>
  columns.map(
    (column) => `create index ${table}_${column}_order on ${table} (${column}, id) where deleted_at is null`,
  )

/** The same for nullable columns; nulls sort first on both engines. */
const liveOrNone = (t: ColumnTypes, table: string, ...columns: string[]) =>
  columns.map(
    (column) =>
      `create index ${table}_${column}_order on ${table} (${column}${t.nullsFirst}, id) where deleted_at is null`,
  )

/** For equality among all records, including trashed ones, and for foreign keys. */
const all = (table: string, ...columns: string[]) => columns.map((column) => index(table, column))

/**
 * For lists of soft-deleted records. Partial, so that the planner never uses it for "not deleted", which matches nearly
 * every row. (The count of live records reads one of the narrow `_live` indices instead.)
 */
const trashed = (table: string) =>
  `create index ${table}_trashed on ${table} (id) where deleted_at is not null`

/** For lists of inactive records; partial for the same reason. Queries must write exactly `is_active = false`. */
const inactive = (table: string) =>
  `create index ${table}_inactive on ${table} (is_active) where is_active = false`

const people = (t: ColumnTypes, table: string) => [
  trashed(table),
  uniqueLive(table, 'email', 'email_key'),
  uniqueLive(table, 'username', 'username_key'),
  ...all(table, 'email_key', 'username_key', 'invited_by', 'user_id', 'registration_id'),
  ...live(table, 'created_at', 'updated_at', 'first_name', 'name'),
  ...liveOrNone(t, table, 'last_name', 'phone'),
]

const named = (table: string) => [
  trashed(table),
  inactive(table),
  ...all(table, 'name', 'slug'),
  ...live(table, 'name', 'slug', 'created_at', 'updated_at'),
]

const indices = (t: ColumnTypes) => [
  ...people(t, 'users'),
  inactive('users'),
  ...liveOrNone(t, 'users', 'foreign_user_id', 'last_login_at'),
  ...people(t, 'registrations'),
  ...live('registrations', 'status'),
  ...['roles', 'permissions', 'taxonomies', 'taxonomy_types'].flatMap(named),
  uniqueLive('roles', 'name', 'name'),
  uniqueLive('roles', 'slug', 'slug'),
  ...live('roles', 'type'),
  uniqueLive('permissions', 'slug', 'slug'),
  index('permissions', 'module', 'section'),
  uniqueLive('taxonomy_types', 'name', 'name'),
  uniqueLive('taxonomy_types', 'slug', 'slug'),
  ...all('taxonomy_types', 'parent_id', 'deletion'),
  uniqueLive('taxonomies', 'slug', 'type_id, slug'),
  uniqueLive('taxonomies', 'name', 'type_id, coalesce(parent_id, 0), name'),
  ...all('taxonomies', 'parent_id', 'type_id', 'deletion'),
  index('user_roles', 'role_id'),
  index('role_permissions', 'permission_id'),
  index('tokens', 'user_id'),
]
