import type { ExpressionBuilder, Selectable, Updateable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { inBatches } from '../db/queries/chunks.ts'
import type { AuditEntryTable, AuditGroup, Database, Db } from '../db/tables.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { digestOf, groupsOf, isSentForActor } from './leaves.ts'

/** Entries of a transaction. */
const BATCH = 500
/** Entries between two iterations of the event loop. */
const SLICE = 25

type Entry = Selectable<AuditEntryTable>

/** Who is erased. */
export interface Person {
  userId: number
  /** Ids of the registrations that were theirs. */
  registrations: readonly number[]
  /** Ids of tokens that others made for them: their names are about the person. */
  tokens: readonly number[]
}

const isSubject = (entry: Entry, person: Person) => isThem(entry.subject_type, entry.subject_id, person)

/** What an entry says about a person, on each side. */
const SIDES: readonly { group: AuditGroup; isAbout: (entry: Entry, person: Person) => boolean }[] = [
  { group: 'subject', isAbout: isSubject },
  { group: 'other', isAbout: (entry, person) => isThem(entry.other_type, entry.other_id, person) },
  {
    group: 'actor',
    // Nobody is signed in yet who signs in or up: the address is that of whom the entry is about.
    isAbout: (entry, person) =>
      entry.actor_id === person.userId || (entry.actor_id === null && isSubject(entry, person)),
  },
  {
    group: 'token',
    isAbout: (entry, person) => {
      const { actor_id, token_id, token_maker_id } = entry
      if (actor_id === person.userId || token_maker_id === person.userId) return true
      if (token_id !== null) return person.tokens.includes(token_id)
      return isSentForActor(entry) && isSubject(entry, person)
    },
  },
  { group: 'maker', isAbout: (entry, { userId }) => entry.token_maker_id === userId },
]

const isThem = (type: string | null, id: number | null, { userId, registrations }: Person) =>
  type === 'users' ? id === userId : type === 'registrations' && registrations.includes(id as number)

/** How far an erasure has got. */
export interface ErasureProgress {
  /** Entries up to this id are done; 0 at first. */
  after: number
  /** Transactions of these entries, whose other entries may still have the reason. */
  batches: readonly string[]
}

/**
 * Removes what entries say about a person, with the salts, so that nobody can find out what their leaves were made of. At most 500
 * entries about them, and the reason of at most 500 others: a transaction may have changed a million links, for one reason.
 * @returns undefined if nothing is left
 */
export async function eraseEntries(
  { db }: Ctx,
  person: Person,
  { after, batches }: ErasureProgress,
): Promise<ErasureProgress | undefined> {
  if (batches.length > 0) return { after, batches: await eraseReasons(db, batches) }
  const found = db
    .selectFrom('audit_entries')
    .where('id', '>', after)
    .where((eb) => mayName(eb, person))
    .selectAll()
    .orderBy('id')
    .limit(BATCH)
  // Two people of one entry may be erased at the same time.
  const entries = await (needsLocks(db) ? found.forUpdate() : found).execute()
  await updateAll(db, entries, (entry) => groupsAbout(entry, person))
  // A reason may name anybody whom its transaction is about.
  const withReason = entries.filter(({ reason }) => reason !== null).map(({ batch }) => batch)
  const left = await eraseReasons(db, [...new Set(withReason)])
  if (entries.length < BATCH && left.length === 0) return undefined
  return { after: entries.at(-1)?.id ?? after, batches: left }
}

/** Removes the reasons of transactions from their entries, at most 500. @returns the transactions whose entries may have one still */
async function eraseReasons(db: Db, batches: readonly string[]): Promise<string[]> {
  let [room, done] = [BATCH, 0]
  for await (const some of inBatches(batches, SLICE))
    for (const batch of some) {
      const found = db
        .selectFrom('audit_entries')
        .where('batch', '=', batch)
        .where('reason', 'is not', null)
        .selectAll()
        .orderBy('id')
        .limit(room)
      const entries = await (needsLocks(db) ? found.forUpdate() : found).execute()
      await updateAll(db, entries, () => ['reason'])
      room -= entries.length
      if (room === 0) return batches.slice(done)
      done += 1
    }
  return []
}

/** Removes groups of entries, and what receivers of webhooks answered to them. */
async function updateAll(
  db: Db,
  entries: readonly Entry[],
  groupsIn: (entry: Entry) => readonly AuditGroup[],
): Promise<void> {
  for await (const some of inBatches(entries, SLICE)) {
    for (const entry of some) await update(db, entry, groupsIn(entry))
    await eraseAnswers(
      db,
      some.map(({ uuid }) => uuid),
    )
  }
}

/** Receivers may have repeated what they were sent. Bodies that were sent are not stored. */
const eraseAnswers = (db: Db, uuids: readonly string[]) =>
  db
    .updateTable('webhook_deliveries')
    .set({ answer: null })
    .where('answer', 'is not', null)
    .where('event_uuid', 'in', uuids)
    .execute()

const mayName = (
  eb: ExpressionBuilder<Database, 'audit_entries'>,
  { userId, registrations, tokens }: Person,
) =>
  eb.or([
    ...(registrations.length === 0
      ? []
      : (['subject', 'other'] as const).map((side) =>
          eb.and([eb(`${side}_type`, '=', 'registrations'), eb(`${side}_id`, 'in', registrations)]),
        )),
    ...(tokens.length === 0
      ? []
      : [eb.and([eb('token_id', 'in', tokens), eb('token_maker_id', 'is not', null)])]),
    eb.and([eb('subject_type', '=', 'users'), eb('subject_id', '=', userId)]),
    eb.and([eb('other_type', '=', 'users'), eb('other_id', '=', userId)]),
    eb('actor_id', '=', userId),
    eb('token_maker_id', '=', userId),
  ])

const groupsAbout = (entry: Entry, person: Person): AuditGroup[] => [
  ...SIDES.filter(({ isAbout }) => isAbout(entry, person)).map(({ group }) => group),
  'reason',
]

const update = (db: Db, entry: Entry, groups: readonly AuditGroup[]) =>
  db.updateTable('audit_entries').set(without(entry, groups)).where('id', '=', entry.id).execute()

/** What is left of an entry without these groups: their digests. */
function without(entry: Entry, groups: readonly AuditGroup[]): Updateable<AuditEntryTable> {
  const columns = groupsOf(entry)
  const salts = { ...entry.salts }
  const digests = { ...entry.digests }
  const cleared: Record<string, null> = {}
  for (const group of groups) {
    const digest = digestOf(entry, group)
    delete salts[group]
    if (digest === undefined) continue
    digests[group] = digest
    for (const column of columns[group]) cleared[column] = null
  }
  return { ...cleared, salts, digests }
}
