import { SUBJECTS, type Subject } from './permissions.ts'

/** An action of the audit trail: what its entries have beside those members that all entries have. */
export interface ActionKind {
  /** What has happened, in a sentence. */
  what: string
  /** The type of the subject, and of the other side. */
  subject: string
  other?: string
  /** The entry is about no single record: `subject_id` is null. */
  isAboutMany?: true
  /** Recorded for refused attempts only: the first of a minute, then their number. */
  isRefused?: true
  /** The names of the numbers in `counts`. Those that are 0 may be left out. */
  counts?: readonly string[]
  /** Changes of an example; true: those of fields of the record. */
  changes?: true | readonly object[]
}

export type RecordVerb = 'create' | 'update' | 'delete' | 'restore' | 'destroy'
const LINK_VERBS = ['add', 'change', 'remove'] as const
/** The links of records, by the action: its subject and the other side. */
const LINKS = [
  ['users', 'roles'],
  ['users', 'taxonomies'],
  ['roles', 'permissions'],
] as const satisfies [Subject, Subject][]

export type LinkAction = (typeof LINKS)[number] extends infer Link
  ? Link extends readonly [infer One extends string, infer Other extends string]
    ? `${One}.${Other}.${(typeof LINK_VERBS)[number]}`
    : never
  : never

/** Names of a record that are not its subject without the s. */
const NAMES: Partial<Record<Subject, string>> = { taxonomies: 'term', 'taxonomy-types': 'type of terms' }

const nameOf = (subject: Subject): string => NAMES[subject] ?? subject.replace(/s$/, '')
const withArticle = (name: string): string => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`

const UNTIL = '2027-06-30T22:00:00.000Z'
const AT = '2027-03-02T08:15:31.204Z'

/** Trees, whose records are deleted and restored with those below them. */
const BELOW: Partial<Record<Subject, readonly string[]>> = {
  taxonomies: ['taxonomies'],
  'taxonomy-types': ['taxonomy-types', 'taxonomies'],
}

function ofRecords(subject: Subject): [`${Subject}.${RecordVerb}`, ActionKind][] {
  const name = withArticle(nameOf(subject))
  const a = `${name[0]?.toUpperCase()}${name.slice(1)} was`
  const counts = BELOW[subject] && { counts: BELOW[subject] }
  const below = counts ? ', with those below it' : ''
  const uuid = { field: 'uuid', from: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b59', to: null }
  return [
    [`${subject}.create`, { what: `${a} created.`, subject, changes: true }],
    [`${subject}.update`, { what: `${a} changed.`, subject, changes: true }],
    [`${subject}.delete`, { what: `${a} moved to the trash${below}.`, subject, ...counts }],
    [`${subject}.restore`, { what: `${a} restored from the trash${below}.`, subject, ...counts }],
    [`${subject}.destroy`, { what: `${a} deleted permanently.`, subject, changes: [uuid] }],
  ]
}

const ofLinks = ([subject, other]: (typeof LINKS)[number]): [LinkAction, ActionKind][] => {
  const [one, two] = [nameOf(subject), nameOf(other)]
  const sides = { subject, other }
  const expiry = (from: string | null, to: string | null) => [{ field: 'expires_at', from, to }]
  return [
    [`${subject}.${other}.add`, { what: `A ${one} got a ${two}.`, ...sides, changes: expiry(null, UNTIL) }],
    [
      `${subject}.${other}.change`,
      {
        what: `How long a ${one} has a ${two}, or whether the link is in force, was changed.`,
        ...sides,
        changes: expiry(UNTIL, null),
      },
    ],
    [`${subject}.${other}.remove`, { what: `A ${two} was taken from a ${one}.`, ...sides }],
  ] as [LinkAction, ActionKind][]
}

const OTHERS = {
  signin: { what: 'A user signed in.', subject: 'users', other: 'tokens' },
  'signin.failed': {
    what: 'A sign-in failed. `subject_id` is null if no account has the name.',
    subject: 'users',
    isRefused: true,
    counts: ['attempts'],
  },
  signout: { what: 'A user signed out.', subject: 'users', other: 'tokens' },
  'users.tokens.create': { what: 'A token was made for a user.', subject: 'users', other: 'tokens' },
  'users.tokens.revoke': {
    what: 'A token or session of a user was ended.',
    subject: 'users',
    other: 'tokens',
  },
  'users.tokens.revoke-all': {
    what: 'The tokens and sessions of a user were ended, and those that the user made for others (`made`).',
    subject: 'users',
    counts: ['tokens', 'made'],
  },
  'users.tokens.shorten': {
    what: 'Tokens that a user made for others end sooner, since the user has a permission for a shorter time.',
    subject: 'users',
    counts: ['made'],
  },
  'users.sessions.revoke': {
    what: 'Sessions of a user were ended: the others, or the oldest of too many.',
    subject: 'users',
    counts: ['sessions'],
  },
  'users.factors.add': { what: 'A user added a second factor.', subject: 'users', other: 'factors' },
  'users.factors.update': { what: 'A second factor was renamed.', subject: 'users', other: 'factors' },
  'users.factors.remove': { what: 'A second factor was removed.', subject: 'users', other: 'factors' },
  'users.factors.reset': {
    what: 'All second factors of a user were removed.',
    subject: 'users',
    counts: ['factors'],
  },
  'users.reauthenticate': {
    what: 'A signed-in user did not prove who they are.',
    subject: 'users',
    isRefused: true,
    counts: ['attempts'],
  },
  'users.factors-delete': {
    what: 'A user was refused to remove a second factor of their own.',
    subject: 'users',
    isRefused: true,
    counts: ['attempts'],
  },
  'users.factors-passkey': {
    what: 'A user was refused to add a passkey.',
    subject: 'users',
    isRefused: true,
    counts: ['attempts'],
  },
  'users.recovery-codes.create': { what: 'A user got new recovery codes.', subject: 'users' },
  'users.erase': {
    what: 'A person was erased.',
    subject: 'users',
    counts: ['registrations', 'mails'],
  },
  'users.offboard': {
    what: 'A user was offboarded: deactivated, and their roles and tokens taken away.',
    subject: 'users',
    counts: ['roles', 'tokens'],
  },
  'users.offboarding-restore': {
    what: 'An offboarding was undone.',
    subject: 'users',
    other: 'offboardings',
  },
  'users.send-reset': { what: 'A user was sent a mail to set a new password.', subject: 'users' },
  'invitations.create': {
    what: 'Somebody was invited, with the roles and terms that they are to get.',
    subject: 'registrations',
    changes: [
      { field: 'expires_at', from: null, to: AT },
      { field: 'roles', from: null, to: [{ id: 3, expires_at: null }] },
    ],
  },
  'invitations.resend': {
    what: 'An invitation was sent again.',
    subject: 'registrations',
    changes: [{ field: 'expires_at', from: AT, to: UNTIL }],
  },
  'invitations.revoke': { what: 'An invitation was revoked.', subject: 'registrations' },
  'registrations.resend': {
    what: 'The mail to confirm the address of a registration was sent again.',
    subject: 'registrations',
  },
  'permissions.sync': {
    what: 'The permissions were made to match the manifest of the application. Each has an entry, too.',
    subject: 'permissions',
    isAboutMany: true,
    counts: ['added', 'changed'],
  },
  'taxonomies.merge': {
    what: 'A term was merged into another one, with the terms below it and its users.',
    subject: 'taxonomies',
    other: 'taxonomies',
    counts: ['children', 'users'],
  },
  'webhooks.test': { what: 'A test was sent to a webhook.', subject: 'webhooks' },
  'webhooks.redeliver': { what: 'An event was sent to a webhook again.', subject: 'webhooks' },
  'mails.resend': { what: 'A mail was sent again.', subject: 'mails' },
  import: {
    what: 'Users were imported, or an import was interrupted (`is_finished`).',
    subject: 'users',
    isAboutMany: true,
    counts: ['create', 'update', 'unchanged', 'skip', 'reject'],
    changes: [
      { field: 'digest', from: null, to: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      { field: 'is_finished', from: null, to: true },
    ],
  },
  'secret.replace': {
    what: 'The secret of the installation was replaced.',
    subject: 'installation',
    isAboutMany: true,
    counts: ['codes', 'invitations', 'factors', 'mails', 'webhooks'],
  },
  'audit.drop': {
    what: 'Entries up to the number `through` are deleted for their age of `days`.',
    subject: 'audit',
    isAboutMany: true,
    counts: ['through', 'days'],
  },
  'audit.restart': {
    what: 'Another log of the seal was begun, after a restore.',
    subject: 'audit',
    isAboutMany: true,
    changes: [
      { field: 'origin', from: 'accounts.example.com/audit', to: null },
      { field: 'size', from: 4711, to: null },
      { field: 'root', from: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=', to: null },
      { field: 'restored', from: 4690, to: null },
    ],
  },
} as const satisfies Record<string, ActionKind>

/** What an entry of the audit trail says was done: `users.update`, `users.roles.add`, `signin`. */
export type Action = `${Subject}.${RecordVerb}` | LinkAction | keyof typeof OTHERS

/** All actions of entries, except those of writes that were refused for lack of a permission: these have the name of the operation. */
export const ACTIONS: ReadonlyMap<Action, ActionKind> = new Map<Action, ActionKind>([
  ...SUBJECTS.flatMap(ofRecords),
  ...LINKS.flatMap(ofLinks),
  ...(Object.entries(OTHERS) as [keyof typeof OTHERS, ActionKind][]),
])
