import { Type } from 'typebox'
import * as f from './fields.ts'

/** How far a caller's leave goes. */
export const SCOPES = ['all', 'own', 'none'] as const
export type Scope = (typeof SCOPES)[number]

export const scope = f.choice(SCOPES, {
  description: '`all`: any record, within the rules; `own`: their own alone; `none`.',
  examples: ['all'],
})

const span = {
  since: f.time('From when on.'),
  until: f.nullable(f.time('When it ends; null: never.'), f.EMPTY),
}

const roleInShort = {
  id: f.id('Id of the role.'),
  uuid: Type.String({ format: 'uuid' }),
  name: f.text(150, { examples: ['Editor'] }),
  slug: f.slug(150, 'editor'),
}

export const RoleInForce = Type.Object(
  { ...roleInShort, ...span },
  { $id: 'RoleInForce', description: 'A role that counts for the user now.' },
)

const link = Type.Object(span)

export const Reason = Type.Object(
  {
    role: Type.Object(roleInShort, { description: 'The role that gives it.' }),
    ...span,
    user_role: Type.Object(span, { description: 'The link of the user with the role.' }),
    role_permission: Type.Unsafe<object | null>({
      ...link,
      type: ['object', 'null'],
      description: 'The link of the role with the permission. Null: a super administrator needs none.',
    }),
  },
  { $id: 'Reason', description: 'Why a user holds a permission: the role and the links it comes through.' },
)

export const PIECES = ['user', 'permission', 'role', 'user_role', 'role_permission'] as const
export const STATES = ['missing', 'inactive', 'expired', 'trashed'] as const

const Obstacle = Type.Object({
  piece: f.choice(PIECES, { description: 'What stands in the way; the last two are links.' }),
  state: f.choice(STATES, { description: 'What is wrong with it.' }),
  role: Type.Unsafe<object | null>({
    ...Type.Object(roleInShort),
    type: ['object', 'null'],
    description: 'The role in question.',
  }),
})

const Step = Type.Object({
  does: Type.String({ description: 'In words.', examples: ['Assign the role editor to the user.'] }),
  call: Type.Unsafe<object | null>({
    ...Type.Object({
      method: f.choice(['POST', 'PATCH', 'DELETE']),
      path: Type.String({ examples: ['/api/users/42/relationships/roles'] }),
      body: Type.Unsafe<object | null>({ type: ['object', 'null'], examples: [{ id: 4 }] }),
    }),
    type: ['object', 'null'],
    description: 'The call that does it. Null: none can; permissions are declared, not changed over HTTP.',
  }),
})

/** A way has a user, a role, a permission and two links: no more stands in it, or is done about it, than this. */
const MOST_STEPS = 100

export const Explanation = Type.Object(
  {
    allowed: Type.Boolean({ description: 'The answer.' }),
    reasons: Type.Array(f.ref('Reason'), {
      maxItems: f.MOST_LISTED,
      description: 'Why, if they hold it: each way there is.',
    }),
    obstacles: Type.Array(Obstacle, {
      maxItems: MOST_STEPS,
      description: 'Why not, if they do not hold it: the obstacles to the remediation with the fewest steps.',
    }),
    change: Type.Unsafe<object[] | null>({
      // Of a yes: a role to take for each reason.
      ...Type.Array(Step, { maxItems: f.MOST_LISTED }),
      type: ['array', 'null'],
      description:
        'The fewest steps that would turn the answer, in order; none makes a super administrator. Null: there are none.',
    }),
    ways: Type.Array(
      Type.Object({
        obstacles: Type.Array(Obstacle, { maxItems: MOST_STEPS, description: 'What stands in this way.' }),
        change: Type.Array(Step, { maxItems: MOST_STEPS, description: 'The steps that clear it, in order.' }),
      }),
      {
        maxItems: 10,
        description:
          'If they do not hold it: the ways there are, at most ten. Those of the fewest steps first; of these, those that change least for others, then those that renew what the user has, then those through the roles that grant least. The first is `change`.',
      },
    ),
  },
  { $id: 'Explanation', description: 'Why a user holds a permission, or why not.' },
)

const asked = {
  user: Type.Unsafe<string | number>({
    type: ['integer', 'string'],
    minLength: 1,
    maxLength: 36,
    minimum: 1,
    description: 'Id or uuid of the user.',
    'x-expected': 'an id or a uuid',
    examples: [1],
  }),
  role: Type.String({ minLength: 1, maxLength: 150, description: 'Slug of a role.', examples: ['editor'] }),
  permission: Type.String({
    minLength: 1,
    maxLength: 150,
    description: 'Slug of a permission.',
    examples: ['can-read-users'],
  }),
}

/** One question of `POST /api/checks`, as it is read. */
export const Check = Type.Object({
  user: asked.user,
  role: Type.Optional(asked.role),
  permission: Type.Optional(asked.permission),
})

/** The same, as it is described: of a role or of a permission, and not of both. */
export const Question = Type.Union([
  Type.Object({ user: asked.user, role: asked.role }, { additionalProperties: false }),
  Type.Object({ user: asked.user, permission: asked.permission }, { additionalProperties: false }),
])

export const CheckResult = Type.Object(
  {
    allowed: Type.Boolean({ description: 'As has-role and has-permission answer it.' }),
    code: Type.Optional(f.choice(['unknown_user'], { description: 'Why the question has no other answer.' })),
  },
  { $id: 'CheckResult', description: 'The answer to one question.' },
)
