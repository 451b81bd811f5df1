import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditEntryTable, AuditGroup } from '../db/tables.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { type Hash, leafHash } from './merkle-tree.ts'

/*
 * Entries as leaves of the tree that shows later changes. What an entry says about people is not in its leaf: only a digest for
 * each person, with a salt. Without values and salts the leaf still verifies, and nobody can find out the values by trying
 * them. The format is documented in docs/audit-format.md, for verifiers that others write.
 */

/** Records that are people. */
const PEOPLE: readonly string[] = ['users', 'registrations']
/** What belongs to the subject: its name says something about them. */
const BELONGINGS: readonly string[] = ['tokens', 'factors', 'offboardings', 'mails']

type Entry = Omit<Selectable<AuditEntryTable>, 'numbered_at'>
type Named = Pick<Entry, 'subject_type' | 'other_type' | Acting>
type Acting = 'actor_id' | 'token_id' | 'token_maker_id'
type Column = keyof Entry

/** From where a request came. Clients choose the ids of their requests. */
const REQUEST = ['ip', 'user_agent', 'request_id'] as const

/** The columns of what an entry says about each person, and of the reason, which may name anybody. */
export function groupsOf(entry: Named): Readonly<Record<AuditGroup, readonly Column[]>> {
  const { subject_type, other_type } = entry
  const isOfPerson = PEOPLE.includes(subject_type)
  const isTheirs = isOfPerson && BELONGINGS.includes(other_type ?? '')
  return {
    subject: isOfPerson ? ['subject_name', 'changes', ...(isTheirs ? (['other_name'] as const) : [])] : [],
    other: PEOPLE.includes(other_type ?? '') ? ['other_name'] : [],
    actor: isSentForActor(entry) ? ['actor_name'] : ['actor_name', ...REQUEST],
    token: isSentForActor(entry) ? ['token_name', ...REQUEST] : ['token_name'],
    maker: ['token_maker_name'],
    reason: ['reason'],
  }
}

/**
 * Whether somebody else sent the request: the user of a token that the actor made for them, or whoever accepts an invitation, which
 * the inviter's authority carries out, without a token.
 */
export const isSentForActor = ({ actor_id, token_id, token_maker_id }: Pick<Entry, Acting>): boolean =>
  token_maker_id !== null || (actor_id !== null && token_id === null)

const GROUPS = ['subject', 'other', 'actor', 'token', 'maker', 'reason'] as const

/** 128 bits for each person of an entry, since erasing one keeps the others. */
export function newSalts(): Record<AuditGroup, string> {
  const bytes = randomBytes(GROUPS.length * 16)
  return Object.fromEntries(
    GROUPS.map((group, index) => [group, bytes.toString('base64url', index * 16, index * 16 + 16)]),
  ) as Record<AuditGroup, string>
}

/**
 * @returns undefined if an entry says nothing of a group
 * @throws Error if its salt is missing, or if it has a digest in place of values that are still there: they could be any
 */
export function digestOf(entry: Entry, group: AuditGroup): string | undefined {
  const values = valuesOf(entry, groupsOf(entry)[group])
  const hasValues = Object.keys(values).length > 0
  const salt = entry.salts[group]
  const erased = entry.digests?.[group]
  if (erased !== undefined) {
    if (hasValues || salt !== undefined)
      throw new Error(`The ${group} of the entry is said to be erased, and is there.`)
    return erased
  }
  if (!hasValues) return undefined
  if (salt === undefined) throw new Error(`The ${group} of the entry has no salt.`)
  return createHash('sha256')
    .update(Buffer.from(salt, 'base64url'))
    .update(canonicalJson(values))
    .digest('base64url')
}

/** The columns that a leaf has as they are, unless they are personal. */
const COLUMNS: readonly Column[] = [
  'uuid',
  'at',
  'action',
  'outcome',
  'subject_type',
  'subject_id',
  'subject_name',
  'other_type',
  'other_id',
  'other_name',
  'changes',
  'counts',
  'actor_id',
  'token_id',
  'token_maker_id',
  'via',
  'batch',
]

/** The version of the format. */
const VERSION = 1

/** @param entry with its number in the order of commits, and when it got it */
export function leafOf({
  number,
  numbered_at,
  ...entry
}: Entry & { number: number; numbered_at: string }): Hash {
  const groups = groupsOf(entry)
  const personal = new Set(GROUPS.flatMap((group) => groups[group]))
  const digests = GROUPS.flatMap((group) => {
    const digest = digestOf(entry, group)
    return digest === undefined ? [] : [[group, digest] as const]
  })
  const leaf = {
    v: VERSION,
    number,
    numbered_at,
    ...valuesOf(
      entry,
      COLUMNS.filter((column) => !personal.has(column)),
    ),
    ...(digests.length > 0 && { digests: Object.fromEntries(digests) }),
  }
  return leafHash(Buffer.from(canonicalJson(leaf)))
}

/** Those that are not null. */
const valuesOf = (entry: Entry, columns: readonly Column[]): Record<string, unknown> =>
  Object.fromEntries(columns.flatMap((column) => (entry[column] === null ? [] : [[column, entry[column]]])))
