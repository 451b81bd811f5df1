import { Type } from 'typebox'
import { nullable, time } from '../../contract/fields.ts'
import { may } from '../access/matrix.ts'
import { currentTree } from '../audit/trees.ts'
import { lastNumber } from '../db/queries/numbered-entries.ts'
import { defineEndpoint } from '../http/endpoint.ts'

const count = (description: string) => Type.Integer({ minimum: 0, format: 'int64', description })

const Checkpoint = Type.Object({
  size: count('Entries that it covers.'),
  at: time('When it was signed.'),
  is_shipped: Type.Boolean({ description: 'Whether it is where `AUDIT_CHECKPOINTS` says.' }),
})

/** Whether the audit trail is sealed, and how far. */
export const sealEndpoint = defineEndpoint({
  name: 'audit.seal',
  tag: 'audit',
  access: may('can-read-audit'),
  effect: 'read',
  methods: ['GET'],
  path: '/api/audit/seal',
  summary: 'Is the audit trail sealed?',
  description:
    'How far entries are sealed, and the last signed checkpoint. Whether sealed entries are unchanged is told by ' +
    '`rolecall audit verify`, with the checkpoints that were kept elsewhere.',
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Object({
    origin: nullable(Type.String({ description: 'The name of the log. Null: nothing was ever sealed.' }), {
      examples: ['rolecall/audit'],
    }),
    sealed: count('Entries that are sealed, beginning with the first one of the log.'),
    unsealed: count('Entries after them.'),
    checkpoint: nullable(Checkpoint),
  }),
  refusals: [],
  handle: async ({ ctx: { db } }) => {
    const [tree, last] = [await currentTree(db), await lastNumber(db)]
    if (!tree) return { data: { origin: null, sealed: 0, unsealed: last, checkpoint: null } }
    const checkpoint = await db
      .selectFrom('audit_checkpoints')
      .where('tree_id', '=', tree.id)
      .select(['size', 'at', 'is_shipped'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      data: {
        origin: tree.origin,
        sealed: tree.size,
        unsealed: last - (tree.first - 1 + tree.size),
        checkpoint: checkpoint ? { ...checkpoint, is_shipped: Boolean(checkpoint.is_shipped) } : null,
      },
    }
  },
})
