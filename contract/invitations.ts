import { Type } from 'typebox'
import * as f from './fields.ts'
import { chosenPassword, mailedCode } from './passwords.ts'
import * as people from './people.ts'

/** The most roles, and the most terms, of one invitation. */
const MAX_LINKS = 100

const EXPIRY = f.described({ format: 'date-time' })

const linkTo = (what: string, example: string) =>
  Type.Union(
    [
      f.reference(`Id, uuid or slug of a ${what}.`, example),
      Type.Object(
        {
          id: f.reference(`Id, uuid or slug of a ${what}.`, example),
          expires_at: Type.Optional(
            Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'When the link ends; null, or left out: never.',
              examples: ['2027-01-31T00:00:00.000Z'],
              ...EXPIRY,
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ],
    { 'x-expected': 'an id, a uuid or a slug' },
  )

const linksTo = (what: string, plural: string, example: string) =>
  Type.Optional(
    Type.Array(linkTo(what, example), {
      maxItems: MAX_LINKS,
      description: `The ${plural} that the user gets; at most ${MAX_LINKS}.`,
      examples: [[example]],
    }),
  )

export const InvitationCreate = Type.Object(
  {
    email: people.email,
    first_name: Type.Optional(people.profile.first_name),
    language: Type.Optional(people.profile.language),
    message: Type.Optional(
      f.text(2000, { description: 'What the mail quotes; plain text.', examples: ['Welcome aboard!'] }),
    ),
    roles: linksTo('role', 'roles', 'editor'),
    taxonomies: linksTo('term', 'terms', 'france'),
    expires_at: Type.Optional(
      f.time('When the invitation ends: at most in 90 days. Left out: in 7 days. Roles have their own end.'),
    ),
    invited_for_key: Type.Optional(people.origin.invited_for_key),
    invited_for_value: Type.Optional(people.origin.invited_for_value),
  },
  {
    $id: 'InvitationCreate',
    additionalProperties: false,
    examples: [{ email: 'ada@example.com', roles: ['editor'] }],
  },
)

export const InvitationLook = Type.Object(
  { code: mailedCode.code },
  { $id: 'InvitationLook', additionalProperties: false },
)

const { first_name: firstName, ...otherProfile } = people.profile

export const InvitationAccept = Type.Object(
  {
    code: mailedCode.code,
    ...chosenPassword,
    first_name: Type.Optional(firstName),
    username: Type.Optional(people.username),
    ...Type.Partial(Type.Object(otherProfile)).properties,
  },
  { $id: 'InvitationAccept', additionalProperties: false },
)

const named = {
  id: f.id('Its id.'),
  uuid: Type.String({ format: 'uuid' }),
  name: Type.String({ examples: ['Editor'] }),
}

const plannedLink = (what: string) =>
  Type.Object({
    ...named,
    slug: Type.String({ examples: ['editor'] }),
    expires_at: f.nullable(f.time(`When the link to the ${what} ends. Null: never.`), f.EMPTY),
  })

const INVITATION_STATES = ['waiting', 'expired', 'ended'] as const

export const Invitation = Type.Object(
  {
    registration_id: f.id('Of the registration that waits.'),
    email: f.nullable(f.email('To whom. Null without `can-see-users-contact-details`.'), {
      examples: ['ada@example.com'],
    }),
    first_name: f.nullable(Type.String({ description: 'Null: not known yet.', examples: ['Ada'] })),
    state: f.choice(INVITATION_STATES, {
      description:
        '`ended`: whoever invited may not invite any more. Sending it again makes the caller its inviter.',
      examples: ['waiting'],
    }),
    inviter: Type.Union([Type.Object(named), Type.Null()], {
      description: 'Null without `can-read-users`, or if the user was destroyed.',
    }),
    message: f.nullable(Type.String({ description: 'What the mail quotes.', examples: ['Welcome aboard!'] })),
    created_at: f.time('When it was made, or made anew.'),
    expires_at: f.time('When it ends.'),
    roles: Type.Union([Type.Array(plannedLink('role'), { maxItems: MAX_LINKS }), Type.Null()], {
      description: 'Planned. Null without `can-read-roles`.',
    }),
    taxonomies: Type.Union([Type.Array(plannedLink('term'), { maxItems: MAX_LINKS }), Type.Null()], {
      description: 'Planned terms. Null without `can-read-taxonomies`.',
    }),
  },
  { $id: 'Invitation', description: 'An invitation that is neither accepted nor revoked.' },
)

/** What an invitation says to whoever has its code. */
export const InvitationShown = Type.Object(
  {
    email: f.email('The address that was invited.'),
    first_name: f.nullable(Type.String({ description: 'Null: not known yet.', examples: ['Ada'] })),
    inviter: f.nullable(Type.String({ description: 'Who invites.', examples: ['Grace Hopper'] })),
    message: f.nullable(Type.String({ examples: ['Welcome aboard!'] })),
    expires_at: f.time('When the invitation ends.'),
    roles: Type.Array(Type.String({ examples: ['Editor'] }), {
      maxItems: MAX_LINKS,
      description: 'Names of roles, as given now.',
    }),
    taxonomies: Type.Array(Type.String({ examples: ['France'] }), {
      maxItems: MAX_LINKS,
      description: 'Names of terms, as given now.',
    }),
  },
  { $id: 'InvitationShown', description: 'An invitation, to whoever has its code.' },
)
