import { hash, randomFillSync } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { NumberedEntry } from '../db/queries/numbered-entries.ts'
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
const REQUEST = ['ip', 'request_id', 'user_agent'] as const

/**
 * The columns of what an entry says about each person, and of the reason, which may name anybody. They are sorted: see
 * {@link MEMBERS}.
 */
export function groupsOf(entry: Named): Readonly<Record<AuditGroup, readonly Column[]>> {
  const { subject_type, other_type } = entry
  const isOfPerson = PEOPLE.includes(subject_type)
  const isTheirs = isOfPerson && BELONGINGS.includes(other_type ?? '')
  return {
    subject: isOfPerson ? ['changes', ...(isTheirs ? (['other_name'] as const) : []), 'subject_name'] : [],
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

/** Sorted: see {@link MEMBERS}. */
const GROUPS = ['actor', 'maker', 'other', 'reason', 'subject', 'token'] as const

const SALT_BYTES = 16
/** Random bytes for the next salts: asking the system for those of one entry takes 14 µs, of about 600 for a write. */
const random = { bytes: Buffer.alloc(64 * GROUPS.length * SALT_BYTES), used: Infinity }

function newSalt(): string {
  if (random.used >= random.bytes.length) {
    randomFillSync(random.bytes)
    random.used = 0
  }
  random.used += SALT_BYTES
  return random.bytes.toString('base64url', random.used - SALT_BYTES, random.used)
}

/** 128 bits for each person of an entry, since erasing one keeps the others. */
export const newSalts = (): Record<AuditGroup, string> =>
  Object.fromEntries(GROUPS.map((group) => [group, newSalt()])) as Record<AuditGroup, string>

/**
 * @returns undefined if an entry says nothing of a group
 * @throws Error if its salt is missing, or if it has a digest in place of values that are still there: they could be any
 */
export function digestOf(
  entry: Entry,
  group: AuditGroup,
  columns: readonly Column[] = groupsOf(entry)[group],
): string | undefined {
  const values = valuesOf(entry, columns)
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
  const salted = Buffer.concat([Buffer.from(salt, 'base64url'), Buffer.from(canonicalJson(values))])
  return hash('sha256', salted, 'base64url')
}

/** The version of the format. */
const VERSION = 1

/** Sorted, like the groups: `canonicalJson` is faster then. Another order gives the same leaf. */
const MEMBERS = [
  'action',
  'actor_id',
  'at',
  'batch',
  'changes',
  'counts',
  'digests',
  'number',
  'numbered_at',
  'other_id',
  'other_name',
  'other_type',
  'outcome',
  'subject_id',
  'subject_name',
  'subject_type',
  'token_id',
  'token_maker_id',
  'uuid',
  'v',
  'via',
] as const

/** @param digests of all groups; the column of this name has only those of erased ones @returns null if the leaf has no such member */
function memberOf(entry: NumberedEntry, name: (typeof MEMBERS)[number], digests: object): unknown {
  if (name === 'v') return VERSION
  if (name === 'digests') return Object.keys(digests).length > 0 ? digests : null
  return entry[name]
}

export function leafOf(entry: NumberedEntry): Hash {
  const groups = groupsOf(entry)
  const digests: Partial<Record<AuditGroup, string>> = {}
  for (const group of GROUPS) {
    const digest = digestOf(entry, group, groups[group])
    if (digest !== undefined) digests[group] = digest
  }
  const personal = GROUPS.flatMap((group): readonly string[] => groups[group])
  const leaf: Record<string, unknown> = {}
  for (const name of MEMBERS) {
    const value = memberOf(entry, name, digests)
    if (value !== null && !personal.includes(name)) leaf[name] = value
  }
  return leafHash(Buffer.from(canonicalJson(leaf)))
}

/** Those that are not null. */
function valuesOf(entry: Entry, columns: readonly Column[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const column of columns) if (entry[column] !== null) values[column] = entry[column]
  return values
}
