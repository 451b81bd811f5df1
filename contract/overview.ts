import { type TSchema, Type } from 'typebox'
import * as f from './fields.ts'
import { SUBJECTS, type Subject } from './permissions.ts'

const orNull = (schema: TSchema, needs: string) =>
  Type.Unsafe<object | null>({
    ...schema,
    type: [(schema as unknown as { type: string }).type, 'null'],
    description: `Null without ${needs}.`,
  })

const total = (what: string, needs: string) =>
  f.nullable(Type.Integer({ examples: [42] }), { description: `${what} Null without \`${needs}\`.` })

const Totals = Type.Object({
  users: total('Live users.', 'can-read-users'),
  active_users: total('Of those, the active.', 'can-read-users'),
  pending_registrations: total(
    'Live registrations that have no user yet, without those of invited people.',
    'can-read-registrations',
  ),
  roles: total('Live roles.', 'can-read-roles'),
  permissions: total('Live permissions.', 'can-read-permissions'),
  taxonomies: total('Live terms.', 'can-read-taxonomies'),
  taxonomy_types: total('Live taxonomy types.', 'can-read-taxonomy-types'),
})

/** Days that the activity may be asked for. */
export const MOST_DAYS = 366
/** Changes and grants that one answer lists. */
export const MOST_SHOWN = 20

const Activity = Type.Array(
  Type.Object({
    date: f.day('A day in UTC.'),
    signups: Type.Integer({ description: 'Users and registrations that sign-up made.' }),
    signins: Type.Integer({ description: 'Sign-ins that succeeded.' }),
  }),
  { maxItems: MOST_DAYS },
)

const Person = Type.Object({
  id: f.id('Id of the user.'),
  uuid: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Ada Lovelace'] }),
})

/** The resources whose changes are listed: those that people work with. */
export const LISTED_SUBJECTS = SUBJECTS.filter(
  (subject): subject is Exclude<Subject, 'webhooks'> => subject !== 'webhooks',
)

const Change = Type.Object({
  resource: f.choice(LISTED_SUBJECTS),
  id: f.id('Id of the record.'),
  name: Type.String({ examples: ['Editor'] }),
  change: f.choice(['created', 'updated', 'deleted', 'restored'], { description: 'The last one.' }),
  at: f.time('When.'),
  by: Type.Unsafe<object | null>({
    ...Person,
    type: ['object', 'null'],
    description: 'Who did it. Null: nobody signed in, or the command line.',
    examples: [null],
  }),
})

const EndingGrants = Type.Object({
  total: Type.Integer({ description: 'How many there are.' }),
  list: Type.Array(
    Type.Object({
      user: Person,
      role: Type.Object({ id: f.id('Id of the role.'), slug: f.slug(150, 'editor'), name: Type.String() }),
      expires_at: f.time('When the user stops holding the role.'),
    }),
    { maxItems: MOST_SHOWN, description: 'The first 20, soonest first.' },
  ),
})

export const Overview = Type.Object(
  {
    totals: Totals,
    activity: orNull(Activity, '`can-read-users` and `can-read-registrations`'),
    latest: Type.Array(Change, {
      maxItems: MOST_SHOWN,
      description:
        'The 20 latest changes of records that the caller may read, the newest first; of each record the last.',
    }),
    ending_grants: orNull(EndingGrants, '`can-read-users` and `can-read-roles`'),
  },
  { $id: 'Overview', description: 'What there is, what happened lately, and what ends soon.' },
)

export const Service = Type.Object(
  {
    signup: f.choice(['open', 'verify', 'closed'], {
      description: 'What sign-up makes: an active user, a registration to verify, or nothing.',
    }),
    is_set_up: f.flag(
      'There is a super administrator. If not, nobody can sign up, and the setup link makes one.',
    ),
    approval: f.choice(['none', 'manual'], {
      description: 'With `signup` = `verify`, what follows the verification of an address.',
    }),
    signin_code: f.flag('One can sign in with a mailed code in place of the password.'),
    brand: Type.Object({
      name: Type.String({ description: 'What the product is called.', examples: ['Example'] }),
      color: Type.String({ description: 'Of buttons and links, on light ground.', examples: ['#3b5bdb'] }),
      logo: f.nullable(
        Type.String({ description: "Path of the logo below the service's root.", examples: ['/brand-logo'] }),
      ),
    }),
    has_passkeys: f.flag(
      'One can sign in with a passkey: the service has a PUBLIC_URL with a name, by https.',
    ),
    app_url: f.nullable(
      Type.String({
        description: 'Where somebody is led after signing in who has no permissions in the console.',
        examples: ['https://app.example.com'],
      }),
    ),
    session_origin: f.nullable(
      Type.String({
        description:
          'Pages of this origin may keep a session in a cookie, with `session=cookie`. Null: none may, as `PUBLIC_URL` is not https.',
        examples: ['https://accounts.example.com'],
      }),
    ),
    languages: Type.Array(Type.String(), {
      maxItems: 10,
      description: 'Of pages, mails and messages.',
      examples: [['en', 'fr']],
    }),
  },
  { $id: 'Service', description: 'What a page for signing in must know.' },
)
