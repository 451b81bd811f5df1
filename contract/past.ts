import { Type } from 'typebox'
import * as f from './fields.ts'

const pivot = {
  is_active: Type.Boolean({ description: 'Whether the link was active.' }),
  expires_at: f.nullable(f.time('When it was to end; null: never.'), f.EMPTY),
  created_at: f.time('When the link was created.'),
}

const keys = {
  id: f.id('Its id, also if it is deleted by now.'),
  uuid: Type.String({ format: 'uuid' }),
}

/** What is kept of a user: names and contact details are not. */
export const PastUser = Type.Object(keys, {
  $id: 'PastUser',
  description: 'A user at a time of the past.',
})

export const PastRecord = Type.Object(
  {
    ...keys,
    slug: Type.String({ description: 'Its slug at that time.', examples: ['editor'] }),
    name: Type.String({ description: 'Its name at that time.', examples: ['Editor'] }),
  },
  { $id: 'PastRecord', description: 'A role, a permission or a term at a time of the past.' },
)

export const PastPivot = Type.Object(pivot, {
  $id: 'PastPivot',
  description: 'The link at that time through which the record was read.',
})

export const PastLinkedUser = Type.Object(
  { ...PastUser.properties, pivot: f.ref('PastPivot') },
  { $id: 'PastLinkedUser', description: 'A user, and the link at that time.' },
)

export const PastLinkedRecord = Type.Object(
  { ...PastRecord.properties, pivot: f.ref('PastPivot') },
  { $id: 'PastLinkedRecord', description: 'A role, a permission or a term, and the link at that time.' },
)

/** Rows on a page of changes of access. */
export const MOST_ACCESS_CHANGES = 1000

/** A change that concerns more users has one row for all of them. */
export const MOST_LISTED_USERS = 10_000

/** The cause of a change that nobody made. */
export const EXPIRED = 'expired'

export const AccessChange = Type.Object(
  {
    at: f.time('When it happened.'),
    change: f.choice(['gained', 'lost'], { description: 'Whether the users gained or lost the permission.' }),
    permission: f.ref('PastRecord'),
    user: Type.Unsafe<object | null>({
      anyOf: [f.ref('PastUser'), { type: 'null' }],
      description: 'Who gained or lost it. Null if they are counted.',
    }),
    count_users: f.nullable(
      Type.Integer({
        minimum: 1,
        description: `How many users gained or lost it, if the change concerns more than ${MOST_LISTED_USERS}.`,
      }),
      f.EMPTY,
    ),
    cause: Type.String({
      description: `The action of the entry of the audit trail; \`${EXPIRED}\` if a link expired.`,
      examples: ['users.roles.add'],
    }),
    entry_id: f.nullable(f.id('The entry of the audit trail. Null if a link expired.')),
    batch: f.nullable(
      Type.String({
        format: 'uuid',
        description: 'That of all entries of the transaction. Null if a link expired.',
      }),
      f.EMPTY,
    ),
    actor_id: f.nullable(
      f.id('The user who made the change. Null: the service, the command line, or nobody.'),
    ),
    actor_name: f.nullable(Type.String({ description: 'Their name at the time.' }), {
      examples: ['Ada Lovelace'],
    }),
    in: f.nullable(Type.String({ description: 'Null: the permission holds everywhere.' }), f.EMPTY),
  },
  { $id: 'AccessChange', description: 'A user, or many users, gained or lost a permission.' },
)
