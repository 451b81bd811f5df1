import { type TProperties, Type } from 'typebox'
import * as f from './fields.ts'

/** The most records that one call names. */
export const MAX_NAMED = 1000
/** How many records one call handles, unless `limit` says otherwise. */
export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1000

export const ids = Type.Array(
  Type.Unsafe<string | number>({
    ...f.reference('Id or uuid.', 'x'),
    examples: [42],
    'x-expected': 'an id or a uuid',
  }),
  {
    maxItems: MAX_NAMED,
    description: `Ids or uuids of the records to act on, at most ${MAX_NAMED}. Those that do not exist are left out.`,
    examples: [[42]],
  },
)

export const emails = Type.Array(Type.String({ maxLength: 150, examples: ['ada@example.com'] }), {
  maxItems: MAX_NAMED,
  description: `Email addresses of the records to act on, in any case, at most ${MAX_NAMED}; needs \`can-see-users-contact-details\`. Unknown ones are left out.`,
  examples: [['ada@example.com']],
})

export const matching = Type.Boolean({
  description:
    'Acts on all records that the list has with the same parameters (`q`, `status`, `filter[…]`, `trashed`, `from`, `to` and the like), whatever its page; needs the permission to read the list. Without parameters: on all records of the list.',
})

/** Where a call goes on, and how far. */
export const progress: TProperties = {
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: f.MAX_ID,
      description: 'Handles only records with a higher id: `next` of the answer before.',
      examples: [42],
    }),
  ),
  limit: Type.Optional(
    f.integer(1, MAX_LIMIT, {
      default: DEFAULT_LIMIT,
      description: 'The most records that this call handles.',
    }),
  ),
}

/** The end of role links that are given. */
export const roleEnd = f.nullable(
  f.time('When the links of the roles end; it lies in the future. Null: they have no end.'),
  f.EMPTY,
)

const code = Type.String({
  description: 'For programs: the code of the refusal of the single operation.',
  examples: ['forbidden'],
})
const message = Type.String({
  description: 'In the language that `Accept-Language` prefers.',
  examples: ['Changing this user needs the permission can-delete-roles.'],
})

const LeftOut = Type.Object({
  id: Type.Optional(f.id('Its id. Absent for an address or a uuid that no record has.')),
  uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'As sent; otherwise for callers who may read the record.' }),
  ),
  name: Type.Optional(
    Type.String({ description: 'For callers who may read the record.', examples: ['Ada Lovelace'] }),
  ),
  email: Type.Optional(
    Type.String({ description: 'The address as it was sent.', examples: ['ada@example.com'] }),
  ),
  code,
  message,
})

const stopped = Type.Unsafe<{ code: string; message: string } | null>({
  anyOf: [Type.Object({ code, message }), { type: 'null' }],
  description:
    'Why the call stopped early, if the authority of its caller ended while it ran, such as by an action on themselves; else null.',
  examples: [null],
})

export const BulkReport = Type.Object(
  {
    done: Type.Array(Type.Integer(), {
      maxItems: MAX_LIMIT,
      description: 'Ids of the records that this call changed.',
      examples: [[42]],
    }),
    unchanged: Type.Integer({
      description: 'How many records already were as the call wants them.',
      examples: [0],
    }),
    left_out: Type.Array(LeftOut, {
      maxItems: MAX_LIMIT + MAX_NAMED,
      description:
        'The records that could not be changed, and why. A call without `after` also lists the names that no record has.',
      examples: [[]],
    }),
    next: f.nullable(
      Type.Integer({ description: '`after` of the call that goes on; null: all records are handled.' }),
      f.EMPTY,
    ),
    remaining: Type.Integer({ description: 'How many records are still to be handled.', examples: [0] }),
    stopped,
  },
  {
    $id: 'BulkReport',
    description: 'What a bulk call changed, what it left out and why, and where to go on.',
  },
)

/** The most rows of one call. */
export const MAX_ROWS = 500

/** @param roles the fields `roles` and `expires_at` */
export const bulkCreateInput = (roles: TProperties): TProperties => ({
  items: Type.Array(
    Type.Unsafe<Record<string, unknown>>({
      ...f.described({ $ref: '#/components/schemas/UserCreate' }),
    }),
    {
      minItems: 1,
      maxItems: MAX_ROWS,
      description: `At most ${MAX_ROWS} users. Each valid one is created, whatever the others are.`,
      examples: [[{ email: 'ada@example.com', first_name: 'Ada' }]],
    },
  ),
  ...roles,
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Checks and reports the same, and changes nothing.' }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_ROWS,
      description:
        'Handles only rows with a higher index: `next` of the answer before, with the same `items`.',
    }),
  ),
})

/** The most faults that are told of one row. */
export const MAX_FAULTS_OF_ROW = 20

export const BulkCreateReport = Type.Object(
  {
    created: Type.Array(
      Type.Object({ index: Type.Integer({ examples: [0] }), id: f.id('Id of the user.') }),
      {
        maxItems: MAX_ROWS,
        description: 'The created users, each with the index of its row; empty for a dry run.',
      },
    ),
    valid: Type.Integer({
      description: 'How many of the handled rows were created or, for a dry run, would be.',
      examples: [1],
    }),
    left_out: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Of the row in `items`, from 0.', examples: [1] }),
        field: Type.String({ description: 'Empty if the fault is of no field.', examples: ['email'] }),
        code,
        message,
      }),
      {
        maxItems: MAX_ROWS * MAX_FAULTS_OF_ROW,
        description: `The faults of the other rows: at most ${MAX_FAULTS_OF_ROW} of each row.`,
        examples: [[]],
      },
    ),
    next: f.nullable(
      Type.Integer({ description: '`after` of the call that goes on; null: all rows are handled.' }),
      f.EMPTY,
    ),
    remaining: Type.Integer({ description: 'How many rows are still to be handled.', examples: [0] }),
    stopped,
    applied: Type.Boolean({ description: 'False for a dry run.', examples: [true] }),
  },
  { $id: 'BulkCreateReport', description: 'Which rows became users, and the faults of the others.' },
)
