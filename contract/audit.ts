import { Type } from 'typebox'
import { ACTIONS } from './actions.ts'
import * as f from './fields.ts'

/** Where a change came from. */
export const AUDIT_VIAS = ['http', 'console', 'command', 'import'] as const

/** Whether an action was done. */
export const OUTCOMES = ['done', 'refused'] as const

/** What actions begin with. */
export const ACTION_PREFIXES: readonly string[] = [
  ...new Set([...ACTIONS.keys()].map((action) => action.split('.')[0] as string)),
]

const value = Type.Unknown({ description: 'The value of the record. Null: none.' })

const AuditChange = Type.Object(
  {
    field: Type.String({ examples: ['title'] }),
    from: Type.Optional(value),
    to: Type.Optional(value),
    secret: Type.Optional(Type.Literal(true, { description: 'A secret. Its values are not recorded.' })),
    truncated: Type.Optional(
      Type.Literal(true, { description: 'One of the values is over 4 KiB. They are not recorded.' }),
    ),
  },
  { $id: 'AuditChange', description: 'A changed field.' },
)

const name = (whose: string) =>
  f.nullable(Type.String({ description: `The name at the time. ${whose}` }), { examples: ['Ada Lovelace'] })

export const AuditEntry = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    at: f.time('When it happened.'),
    action: Type.String({
      description: 'The resource and what was done: `users.update`, `users.roles.add`, `signin`.',
      examples: ['users.update'],
    }),
    outcome: f.choice(OUTCOMES, { description: 'Whether the action was done or refused.' }),
    subject_type: Type.String({ description: 'The resource, as in paths.', examples: ['users'] }),
    subject_id: f.nullable(f.id('The record that changed.')),
    subject_name: name('The record may have another name now.'),
    other_type: f.nullable(
      Type.String({ description: 'The other side of a link, or a token, factor or offboarding.' }),
      f.EMPTY,
    ),
    other_id: f.nullable(f.id('The other record.'), f.EMPTY),
    other_name: f.nullable(Type.String({ description: 'The name at the time.' }), f.EMPTY),
    changes: f.nullable(
      Type.Array(AuditChange, { maxItems: 100, description: 'Each field that changed.' }),
      f.EMPTY,
    ),
    counts: f.nullable(
      Type.Record(Type.String(), Type.Integer({ minimum: 0, format: 'int64' }), {
        description: 'Numbers of records or attempts that have no entries of their own.',
      }),
      f.EMPTY,
    ),
    actor_id: f.nullable(
      f.id(
        'The user who made the change. Null: the command line, the service, or a client that is not signed in.',
      ),
    ),
    actor_name: name('Null if there is no user.'),
    token_id: f.nullable(f.id('The token of the request.'), f.EMPTY),
    token_name: f.nullable(Type.String({ description: 'Its name.' }), f.EMPTY),
    token_maker_id: f.nullable(f.id('The user who made the token, if that is another user.'), f.EMPTY),
    token_maker_name: f.nullable(Type.String({ description: 'Their name.' }), f.EMPTY),
    via: f.choice(AUDIT_VIAS, { description: 'Where it came from.' }),
    ip: f.nullable(f.ip('The address of the client.')),
    user_agent: f.nullable(Type.String({ description: 'The program of the client.' }), f.EMPTY),
    request_id: f.nullable(
      Type.String({ description: 'The `X-Request-Id` of the request, as in the log.' }),
      f.EMPTY,
    ),
    batch: Type.String({
      format: 'uuid',
      description: 'The same for all entries of a transaction.',
    }),
    reason: f.nullable(
      Type.String({ maxLength: 500, description: 'The reason that the caller gave.' }),
      f.EMPTY,
    ),
  },
  {
    $id: 'AuditEntry',
    description:
      'A change, or a refused attempt. Entries are recorded in the transaction of the change, and not changed, except when a person is erased.',
  },
)

/** Totals stop at this number of entries. */
export const MOST_COUNTED_ENTRIES = 10_000
