import { Type } from 'typebox'
import { EMPTY, id, nullable, time } from '../../contract/fields.ts'
import { may } from '../access/matrix.ts'
import { currentTree } from '../audit/trees.ts'
import { lastNumber, numberOfId, readNumbered } from '../db/queries/numbered-entries.ts'
import type { Db } from '../db/tables.ts'
import { defineEndpoint } from '../http/endpoint.ts'

const count = (description: string) => Type.Integer({ minimum: 0, format: 'int64', description })

const Checkpoint = Type.Object({
  size: count('Entries that it covers.'),
  at: time('When it was signed.'),
  is_shipped: Type.Boolean({ description: 'Whether it is where `AUDIT_CHECKPOINTS` says.' }),
})

const SealedEntry = Type.Object({
  number: nullable(
    count('Its place in the order of commits. Null: it has none yet, or there is no such entry.'),
    {
      examples: [4711],
    },
  ),
  is_sealed: Type.Boolean({ description: 'Whether it is a leaf of a log.' }),
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
    '`rolecall audit verify`, with the checkpoints that were kept elsewhere. `entry` asks about one entry.',
  input: Type.Object({
    entry: Type.Optional(nullable(id('The id of an entry: whether it is sealed.'), EMPTY)),
  }),
  unknown: 'ignore',
  data: Type.Object({
    origin: nullable(Type.String({ description: 'The name of the log. Null: nothing was ever sealed.' }), {
      examples: ['rolecall/audit'],
    }),
    sealed: count('Entries that are sealed, beginning with the first one of the log.'),
    unsealed: count('Entries after them.'),
    unsealed_since: nullable(
      time('Since when the first of them waits: more than some seconds ago means that sealing has stopped.'),
    ),
    checkpoint: nullable(Checkpoint),
    entry: nullable(SealedEntry, EMPTY),
  }),
  refusals: [],
  handle: async ({ ctx: { db }, input }) => {
    const entry = input.entry == null ? null : await readSealedEntry(db, input.entry)
    const [tree, last] = [await currentTree(db), await lastNumber(db)]
    const end = tree ? tree.first - 1 + tree.size : 0
    const [waiting] = await readNumbered(db, end, 1)
    const unsealed = { unsealed: last - end, unsealed_since: waiting?.numbered_at ?? null }
    if (!tree) return { data: { origin: null, sealed: 0, ...unsealed, checkpoint: null, entry } }
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
        ...unsealed,
        checkpoint: checkpoint ? { ...checkpoint, is_shipped: Boolean(checkpoint.is_shipped) } : null,
        entry,
      },
    }
  },
})

async function readSealedEntry(db: Db, entryId: number) {
  const number = await numberOfId(db, entryId)
  if (number === undefined) return { number: null, is_sealed: false }
  const leaf = await db
    .selectFrom('audit_leaves')
    .where('number', '=', number)
    .select('number')
    .executeTakeFirst()
  return { number, is_sealed: leaf !== undefined }
}
