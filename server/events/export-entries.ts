import { Type } from 'typebox'
import { AuditEntry } from '../../contract/audit.ts'
import { choice, MAX_ID } from '../../contract/fields.ts'
import { actorNow } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { canSeeContacts } from '../access/guard.ts'
import { mayWithContacts } from '../access/matrix.ts'
import { longReadDb } from '../db/queries/long-reads.ts'
import { lastNumber, type NumberedEntry, readNumbered } from '../db/queries/numbered-entries.ts'
import { Refusal } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { streamOfParts } from '../http/response/stream-of-parts.ts'
import { say } from '../messages/say.ts'
import { asCsv, cellOf } from '../transfer/cells.ts'
import { readableTypes, shown } from './read-entries.ts'

/** Entries that are read at once. */
const BATCH = 200

/** Exports of a process at the same time, of all users and of one: each lasts for as long as its client takes to read it. */
const MOST_EXPORTS = 5
const MOST_OF_USER = 2

/** Characters of a part of the response. */
const PART_LENGTH = 64_000

const CONTENT_TYPES = { jsonl: 'application/jsonl; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

/** By the type without its charset. */
const EXAMPLES = {
  'application/jsonl': '{"number":4711,"action":"users.update","subject_type":"users","subject_id":42}\n',
  'text/csv': 'number,action,subject_type,subject_id\n4711,users.update,users,42\n',
}

type Format = keyof typeof CONTENT_TYPES

const COLUMNS = ['number', ...Object.keys(AuditEntry.properties)]

/**
 * The entries of the audit trail in the order of commits, as they are read.
 * @param flushed resolves when all commits before the call are on the disk; absent to describe the endpoint only
 */
export function auditExportEndpoint(flushed: () => Promise<void> = async () => {}): Endpoint {
  const running: (number | null)[] = []
  return defineEndpoint({
    name: 'audit.export',
    tag: 'audit',
    access: mayWithContacts('can-read-audit'),
    effect: 'read',
    methods: ['GET'],
    path: '/api/audit/export',
    summary: 'Export the audit trail',
    description:
      'The entries about records that the caller may read, oldest first, up to the last one at the time of the call: one line of JSON ' +
      'each, or CSV. `number` is the place of the entry in the order of commits: to go on after an export that was cut off, ' +
      'or later, send the last one as `after`; CSV then has no line of names. The connection is closed in the middle if the ' +
      'caller may no longer read what they may read at the start.',
    input: Type.Object({
      format: Type.Optional(
        choice(['jsonl', 'csv'], { default: 'jsonl', description: 'Lines of JSON, or CSV.' }),
      ),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_ID,
          format: 'int64',
          default: 0,
          description: 'Only entries after the one with this number.',
        }),
      ),
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Unknown(),
    streams: {
      description: 'The lines, as they are read.',
      header: 'Content-Disposition',
      examples: EXAMPLES,
    },
    refusals: [429, 503],
    handle: async ({ ctx, input }) => {
      const { authorId } = ctx.actor
      if (running.filter((id) => id === authorId).length >= MOST_OF_USER) throw tooManyOfUser()
      if (running.length >= MOST_EXPORTS) throw tooManyExports()
      const { format = 'jsonl', after = 0 } = input as { format?: Format; after?: number }
      running.push(authorId)
      const last = await lastPublished(ctx).catch((error: unknown) => {
        end(authorId)
        throw error
      })
      const entries = readableEntries(ctx, after, last)
      return {
        data: undefined,
        headers: { 'content-disposition': `attachment; filename="audit.${format}"` },
        stream: streamOfParts(
          CONTENT_TYPES[format],
          counted(authorId, entriesAsText(entries, format, after === 0)),
        ),
      }
    },
  })

  /** The last number that a loss of power does not take back. */
  async function lastPublished({ db }: Ctx): Promise<number> {
    const last = await lastNumber(db)
    await flushed()
    return last
  }

  async function* counted(authorId: number | null, parts: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* parts
    } finally {
      end(authorId)
    }
  }

  function end(authorId: number | null): void {
    running.splice(running.indexOf(authorId), 1)
  }
}

const tooManyExports = () =>
  new Refusal(
    503,
    'too_many_exports',
    say`${MOST_EXPORTS} exports are under way. Try again when one has ended.`,
    {
      headers: { 'retry-after': '30' },
    },
  )

const tooManyOfUser = () =>
  new Refusal(
    429,
    'too_many_exports',
    say`${MOST_OF_USER} exports of your account are under way. Try again when one has ended.`,
    { headers: { 'retry-after': '30' } },
  )

/** Batches of entries that the caller may read. The permissions are read again for each batch. @throws Error if they have changed */
async function* readableEntries(ctx: Ctx, after: number, last: number): AsyncGenerator<object[]> {
  // Without waiting for others: an export takes minutes, and a refusal would end it half-way.
  const db = await longReadDb({ db: ctx.db })
  const scope = scopeOf(ctx)
  const types = new Set(readableTypes(ctx))
  for (let number = after; number < last; ) {
    const now = { ...ctx, actor: await actorNow(ctx) }
    if (scopeOf(now) !== scope) throw new Error('The reader may read less or more by now.')
    const entries = await readNumbered(db, number, BATCH)
    const isReadable = ({ number, subject_type, other_type }: NumberedEntry) =>
      number <= last && types.has(subject_type) && (other_type === null || types.has(other_type))
    yield entries.filter(isReadable).map((entry) => shown(now, entry))
    if (entries.length < BATCH) return
    number = (entries.at(-1) as NumberedEntry).number
  }
}

/** What decides which entries a caller may read, and what of them. */
const scopeOf = (ctx: Ctx): string => JSON.stringify([readableTypes(ctx), canSeeContacts(ctx)])

async function* entriesAsText(
  batches: AsyncIterable<object[]>,
  format: Format,
  hasNames: boolean,
): AsyncGenerator<string> {
  if (format === 'csv' && hasNames) yield asCsv([COLUMNS])
  for await (const entries of batches) {
    let text = ''
    for (const entry of entries as Record<string, unknown>[]) {
      text +=
        format === 'csv'
          ? asCsv([COLUMNS.map((column) => cellOf(entry[column]))])
          : `${JSON.stringify({ number: entry.number, ...entry })}\n`
      if (text.length < PART_LENGTH) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }
}
