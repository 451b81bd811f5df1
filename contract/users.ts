import { Type } from 'typebox'
import * as f from './fields.ts'
import * as people from './people.ts'
import { STATUS_ALIASES } from './registrations.ts'

const account = {
  is_active: f.flag('An inactive user cannot sign in, and their tokens stop working at once.'),
  status: f.choice(['active', 'inactive'], { description: 'The same fact as `is_active`.' }),
}

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Beside the profile, these may be set by the user in question. */
export const personal = {
  website: f.nullable(f.webAddress('Their web site.', 'https://example.com/')),
  theme: f.nullable(
    f.choice(THEMES, { description: 'Of the console, in every browser. Null: none was chosen.' }),
  ),
}

/** Only administrators set these. */
const administrative = {
  ...people.origin,
  last_login_at: f.nullable(f.time('When they last signed in.')),
  last_login_ip: f.nullable(f.ip('Address of the last sign-in.')),
  api_token_used_at: f.nullable(f.time('When a token of theirs was last used.')),
  api_token_used_ip: f.nullable(f.ip('Address of that use.')),
  activated_at: f.nullable(f.time('When the account was activated.')),
  affiliate_code: f.nullable(f.text(255)),
  affiliate_code_used_at: f.nullable(f.time('When the affiliate code was last used.'), f.EMPTY),
  reset_password_code_sent_at: f.nullable(f.time('When the code was sent.'), f.EMPTY),
  reset_password_code_used_at: f.nullable(f.time('When the code was used.'), f.EMPTY),
  foreign_user_id: f.nullable(f.integer(1, f.MAX_ID, { description: 'Their id in a system of yours.' })),
}

const visible = { username: people.username, ...people.profile, ...personal, ...account, ...administrative }

export const User = f.record(
  'User',
  {
    email: Type.Optional(people.email),
    ...people.computedName,
    ...visible,
    email_verified_at: f.nullable(
      f.time(
        'When it was verified that the email is theirs: by a mailed code, or by an administrator who created them. Not settable.',
      ),
    ),
    has_second_factor: f.flag('Signing in needs a second factor beside the password. Not settable.'),
    phone: Type.Optional(people.keptPhone),
    alternate_email: Type.Optional(people.profile.alternate_email),
  },
  {
    roles: f.many('RoleRef', 'With `include=roles`: every link, whatever its state.'),
    permissions: f.many('PermissionRef', 'With `include=permissions`: what they may do now.'),
    taxonomies: f.many('TaxonomyRef', 'With `include=taxonomies`: the terms that classify them.'),
    registration: f.one('RegistrationRef', 'With `include=registration`.'),
    invited_by_user: Type.Optional(f.userRef('With `include=invited_by`.')),
    reasons: f.many('Reason', "Of a permission's users, with `explain=true`: why they hold it."),
  },
  'An account. Contact details of others need `can-see-users-contact-details`.',
)

export const UserRef = f.embedded('User', f.personInShort)

/** What is shown of who a token is of, to whoever may not read users. */
export const UserInShort = Type.Object(
  {
    id: f.id('Id of the user.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    username: people.username,
    ...people.computedName,
    first_name: people.profile.first_name,
    last_name: people.profile.last_name,
  },
  { $id: 'UserInShort', description: 'A user, in short.' },
)

const settable = {
  email: people.email,
  password: f.nullable(f.Password),
  ...visible,
  ...people.activationCode,
  remember_token: f.nullable(f.secret(255, 'Kept as a digest.')),
  login_otp: f.nullable(f.secret(255, 'Kept as a digest.')),
  reset_password_code: f.nullable(f.secret(255, 'Kept as a digest.')),
  api_token: Type.String({
    minLength: 40,
    maxLength: 255,
    writeOnly: true,
    examples: ['a-token-of-your-own-of-forty-characters-or-more'],
    description:
      'A token to assign. Only beside an `Authorization` header (without one, this field is the credential); needs `can-assign-api-tokens`. It holds no more than who assigns it, and ends with them.',
  }),
}

export const UserCreate = f.creation('UserCreate', settable, ['email', 'first_name'], {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
})
/** Names of the fields that hold a password, of whatever operation. */
export const PASSWORD_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'password_confirmation',
  'current_password',
])

const currentPassword = {
  current_password: f.nullable(
    Type.String({
      format: 'password',
      minLength: 1,
      maxLength: 128,
      writeOnly: true,
      description:
        'Your password as it is. Needed to change your own `email` or `password`, unless your account has no ' +
        'password. For an `api_token` of your own, a proof in place of a recent sign-in, as long as your account has no second ' +
        'factor. Otherwise not looked at. Wrong ones are limited like failures at signing in.',
      examples: ['correct horse battery'],
    }),
  ),
}

export const UserUpdate = f.changes(
  'UserUpdate',
  { ...settable, ...currentPassword },
  { display_name: 'Countess Ada', timezone: 'Europe/London' },
)

/** Fields of their own record that everyone may change. */
export const OWN_FIELDS: readonly string[] = [
  'email',
  'username',
  'password',
  'current_password',
  ...Object.keys(people.profile),
  ...Object.keys(personal),
]

/** Not shown to, selected, searched, filtered or sorted by callers without `can-see-users-contact-details`. */
export const CONTACT_FIELDS = ['email', 'alternate_email', 'phone'] as const

/** What keeps a session: the client, which sends its token, or a browser's cookie, which scripts cannot read. */
export const SESSION_KINDS = ['token', 'cookie'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

/** A field of every call that finishes a sign-in. */
export const session = Type.Optional(
  f.choice(SESSION_KINDS, {
    description:
      '`cookie`, for pages of `PUBLIC_URL`: the session is kept in the cookie `__Host-rolecall`, which no script can read, ' +
      'and no `api_token` is answered. By default, `token`.',
  }),
)

export const SignIn = Type.Object(
  {
    email: Type.String({
      minLength: 1,
      maxLength: 150,
      description: 'Email or username.',
      examples: ['ada@example.com'],
    }),
    password: Type.String({
      format: 'password',
      minLength: 1,
      maxLength: 128,
      writeOnly: true,
      examples: ['correct horse battery'],
    }),
    session,
  },
  { $id: 'SignIn', additionalProperties: false },
)

export const SignUp = f.creation(
  'SignUp',
  {
    email: people.email,
    password: f.Password,
    password_confirmation: Type.String({
      format: 'password',
      writeOnly: true,
      description: 'When given, must equal `password`.',
    }),
    username: people.username,
    ...people.profile,
    is_active: f.flag('Accepted where it says what the mode of `SIGNUP` gives anyway.'),
    status: Type.String({
      description: 'Accepted where it says what the mode of `SIGNUP` gives anyway.',
      examples: ['active'],
      'x-aliases': STATUS_ALIASES,
      ...f.described({ enum: ['active', 'email-verification-pending'] }),
    }),
  },
  ['first_name', 'email', 'password'],
  { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'correct horse battery' },
)
