import { address, boolean, date, integer, json, text, time, uuid, type View } from './view.ts'

const identity = { id: integer('Assigned by the service.'), uuid: uuid('Version 7.') }

const authorship = {
  created_at: time('When it was created.'),
  updated_at: time('When it last changed.'),
  deleted_at: time('When it was soft-deleted; null while it is live.'),
  created_by: integer('The user who created it; null: nobody signed in, or the command line.'),
  updated_by: integer('The user who last changed it.'),
  deleted_by: integer('The user who soft-deleted it.'),
}

const person = {
  username: text('Unique among live records, without regard to case. May be an email address.'),
  username_key: text('The username in lower case, to look it up.'),
  name: text('Display name, else first, middle and last name joined.'),
  display_name: text('What they want to be called.'),
  title: text('Title before the name.'),
  designation: text('Position or profession.'),
  first_name: text('First name.'),
  middle_name: text('Middle name.'),
  last_name: text('Last name.'),
  gender: text('As they wrote it.'),
  birth: date('Day of birth.'),
  bio: text('About themselves.'),
  country: text('Name of the country.'),
  country_code: text('ISO 3166-1 alpha-2.'),
  country_calling_code: integer('Calling code of the country, such as 44.'),
  timezone: text('IANA time zone.'),
  avatar_url: text('Address of a picture.'),
  meta: json('Free-form data of the application.'),
}

/** Later than others, at the end of its views. */
const language = { ...text('Of the mails that they get: a language tag (BCP 47).'), since: 29 }

const origin = {
  invited_by: integer('The user who sent the invitation.'),
  invited_at: time('When the invitation was sent.'),
  invited_for_key: text('What the invitation is for.'),
  invited_for_value: text('The value of that.'),
  activation_code_sent_at: time('When the activation code was sent.'),
  activated_ip: address('Address from which the account was activated.'),
  created_ip: address('Address from which it was created.'),
  user_id: integer('The user that came of the registration.'),
  user_created_at: time('When that user was created.'),
  registration_id: integer('The registration that it came of.'),
}

const contacts = {
  email: text('Unique among live records, without regard to case.'),
  email_key: text('The email in lower case, to look it up.'),
  alternate_email: text('A second address.'),
  phone: text('4 to 15 digits.'),
}

const isActive = boolean('Whether it has an effect.')
const name = text('Its name.')
const slug = text('Its short name for URLs and code.')

/** @param what that the link is about */
const link = (what: string) => ({
  is_active: boolean('Whether the link has an effect.'),
  expires_at: time(`When ${what} ends; null: never.`),
  created_at: time('When it was created.'),
  created_by: integer('The user who created it.'),
  updated_at: time('When it last changed.'),
  updated_by: integer('The user who last changed it.'),
})

/** The current time as it is stored: text order is time order. */
const NOW = '{now}'

const inForce = (link: string) =>
  `${link}.is_active = true and (${link}.expires_at is null or ${link}.expires_at > ${NOW})`
const live = (record: string) => `${record}.is_active = true and ${record}.deleted_at is null`

const HOLDERS = `from user_roles
    join users on users.id = user_roles.user_id and ${live('users')}
    join roles on roles.id = user_roles.role_id and ${live('roles')}`

/** The rules of `effectivePermissions` in access/sql/effective.ts; a super administrator holds every live permission. */
const ACCESS = `(
  select user_roles.user_id, roles.id as role_id, roles.slug as role_slug,
    permissions.id as permission_id, permissions.slug as permission_slug,
    case when user_roles.expires_at is null or role_permissions.expires_at < user_roles.expires_at
      then role_permissions.expires_at else user_roles.expires_at end as expires_at
  ${HOLDERS} and roles.slug <> 'super-administrator'
    join role_permissions on role_permissions.role_id = roles.id
    join permissions on permissions.id = role_permissions.permission_id
  where ${inForce('user_roles')} and ${inForce('role_permissions')} and ${live('permissions')}
  union all
  select user_roles.user_id, roles.id, roles.slug, permissions.id, permissions.slug, user_roles.expires_at
  ${HOLDERS} and roles.slug = 'super-administrator'
    cross join permissions
  where ${inForce('user_roles')} and permissions.deleted_at is null) as access`

/** In the order in which docs/schema.md describes them. */
export const views = {
  users: {
    means: 'Accounts, also those in the trash, without contact details and secrets.',
    from: 'users',
    keys: ['id', 'username_key', 'registration_id', 'invited_by'],
    columns: {
      ...identity,
      ...person,
      website: text('Their web site.'),
      is_active: boolean('An inactive user cannot sign in.'),
      status: text('`active` or `inactive`: the same fact as `is_active`.'),
      last_login_at: time('When they last signed in.'),
      last_login_ip: address('Address of the last sign-in.'),
      api_token_used_at: time('When a token of theirs was last used.'),
      api_token_used_ip: address('Address of that use.'),
      activated_at: time('When the account was activated.'),
      ...origin,
      affiliate_code: text('Affiliate code.'),
      affiliate_code_used_at: time('When the affiliate code was last used.'),
      reset_password_code_sent_at: time('When a code to reset the password was sent.'),
      reset_password_code_used_at: time('When that code was used.'),
      foreign_user_id: integer('Their id in another system.'),
      ...authorship,
      language,
      email_verified_at: { ...time('When it was verified that the email is theirs.'), since: 29 },
      has_second_factor: { ...boolean('Signing in needs a second factor.'), since: 36 },
      theme: { ...text('Of the console: `system`, `light` or `dark`.'), since: 43 },
    },
  },
  user_contacts: {
    means: 'Contact details of users, one row for each.',
    from: 'users',
    keys: ['user_id', 'email_key'],
    hasContactDetails: true,
    columns: { user_id: integer('The user.', 'id'), ...contacts },
  },
  roles: {
    means: 'Named sets of permissions that users hold.',
    from: 'roles',
    keys: ['id', 'slug'],
    columns: {
      ...identity,
      name,
      slug,
      details: text('What it is for.'),
      type: text('`frontend` or `backend`: where it is used.'),
      is_active: isActive,
      ...authorship,
      requires_second_factor: { ...boolean('Whoever holds it needs a second factor.'), since: 37 },
    },
  },
  permissions: {
    means: 'What users may do, as the service and the manifest declare it.',
    from: 'permissions',
    keys: ['id', 'slug', 'module'],
    columns: {
      ...identity,
      name,
      slug,
      module: text('The part of the product that it belongs to.'),
      section: text('A group within the module.'),
      details: text('What it allows.'),
      is_active: isActive,
      ...authorship,
    },
  },
  role_assignments: {
    means: 'Which user holds which role: every link, whether it is in force or not.',
    from: 'user_roles',
    keys: ['id', 'user_id', 'role_id'],
    columns: {
      id: integer('Of the link.'),
      user_id: integer('The user who holds the role.'),
      role_id: integer('The role.'),
      ...link('the role'),
    },
  },
  role_permissions: {
    means: 'Which role has which permission: every link, whether it is in force or not.',
    from: 'role_permissions',
    keys: ['id', 'role_id', 'permission_id'],
    columns: {
      id: integer('Of the link.'),
      role_id: integer('The role that has the permission.'),
      permission_id: integer('The permission.'),
      ...link('the grant'),
    },
  },
  access_in_force: {
    means:
      'Who has which permission at the moment of the query: a row for each user, permission and role through which the user has it. ' +
      'Active, unexpired links between live, active records count, as in the answers of has-permission.',
    from: ACCESS,
    keys: ['user_id', 'permission_id', 'permission_slug', 'role_id', 'role_slug'],
    columns: {
      user_id: integer('Who has the permission.'),
      permission_id: integer('The permission.'),
      permission_slug: text('Slug of the permission.'),
      role_id: integer('The role that grants it.'),
      role_slug: text('Slug of the role.'),
      expires_at: time('When the user loses it through this role if nothing changes; null: never.'),
    },
  },
  registrations: {
    means: 'Sign-ups that wait to become users, and those that did, without contact details and secrets.',
    from: 'registrations',
    keys: ['id', 'username_key', 'user_id', 'invited_by'],
    columns: {
      ...identity,
      ...person,
      status: text('`email-verification-pending`, `email-verified` or `user-created`.'),
      ...origin,
      ...authorship,
      language,
    },
  },
  registration_contacts: {
    means: 'Contact details of registrations, one row for each.',
    from: 'registrations',
    keys: ['registration_id', 'email_key'],
    hasContactDetails: true,
    columns: { registration_id: integer('The registration.', 'id'), ...contacts },
  },
  taxonomy_types: {
    means: 'Kinds of terms, such as Country or City.',
    from: 'taxonomy_types',
    keys: ['id', 'slug', 'parent_id'],
    columns: {
      ...identity,
      name,
      slug,
      parent_id: integer('The type above it.'),
      is_active: isActive,
      meta: person.meta,
      ...authorship,
    },
  },
  terms: {
    means: 'Terms that classify users, such as Paris; the API calls them taxonomies.',
    from: 'taxonomies',
    keys: ['id', 'slug', 'type_id', 'parent_id'],
    columns: {
      ...identity,
      name,
      slug,
      type_id: integer('Its taxonomy type.'),
      parent_id: integer('The term above it.'),
      merged_into_id: integer('The term that it was merged into, which soft-deleted it.'),
      is_active: isActive,
      excerpt: text('In short.'),
      details: text('At length.'),
      notes: text('Notes.'),
      meta: person.meta,
      ...authorship,
      position: {
        ...integer('Its place in the manual order of its siblings; null: never placed, after all that are.'),
        since: 24,
      },
    },
  },
  user_terms: {
    means: 'Which term classifies which user: every link, whether it is in force or not.',
    from: 'user_taxonomies',
    keys: ['id', 'user_id', 'term_id'],
    columns: {
      id: integer('Of the link.'),
      user_id: integer('The user.'),
      term_id: integer('The term.', 'taxonomy_id'),
      ...link('the classification'),
    },
  },
  daily_counts: {
    means:
      'Sign-ups and sign-ins by day. The counts are written every 30 seconds; a day without any has no row.',
    from: 'daily_counts',
    keys: [],
    columns: {
      day: date('A day in UTC.'),
      signups: integer('Users and registrations that sign-up made.'),
      signins: integer('Sign-ins that succeeded.'),
    },
  },
} as const satisfies Record<string, View>
