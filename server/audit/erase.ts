import type { ExpressionBuilder, Selectable, Updateable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import type { AuditEntryTable, AuditGroup, Database, Db } from '../db/tables.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { digestOf, groupsOf } from './leaves.ts'

/** Entries of a transaction. */
const BATCH = 500

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
    isAbout: ({ actor_id, token_id, token_maker_id }, { userId, tokens }) =>
      actor_id === userId || token_maker_id === userId || (token_id !== null && tokens.includes(token_id)),
  },
  { group: 'maker', isAbout: (entry, { userId }) => entry.token_maker_id === userId },
]

const isThem = (type: string | null, id: number | null, { userId, registrations }: Person) =>
  type === 'users' ? id === userId : type === 'registrations' && registrations.includes(id as number)

/**
 * Removes what a batch of entries says about a person, with the salts, so that nobody can find out what their leaves were made of.
 * @param after the id of the last entry of the batch before; 0 at first
 * @returns the id of the last entry of the batch; undefined if no entry is left
 */
export async function eraseEntries({ db }: Ctx, person: Person, after: number): Promise<number | undefined> {
  const found = db
    .selectFrom('audit_entries')
    .where('id', '>', after)
    .where((eb) => mayName(eb, person))
    .selectAll()
    .orderBy('id')
    .limit(BATCH)
  // Two people of one entry may be erased at the same time.
  const entries = await (needsLocks(db) ? found.forUpdate() : found).execute()
  // A reason may name anybody whom its transaction is about.
  const batches = new Set(entries.filter(({ reason }) => reason !== null).map(({ batch }) => batch))
  for (const entry of entries) await update(db, entry, groupsAbout(entry, person))
  for (const batch of batches) await eraseReasons(db, batch)
  await eraseAnswers(db, entries, [...batches])
  return entries.length < BATCH ? undefined : entries.at(-1)?.id
}

/** Removes the reason of a transaction from its other entries. */
async function eraseReasons(db: Db, batch: string): Promise<void> {
  const found = db
    .selectFrom('audit_entries')
    .where('batch', '=', batch)
    .where('reason', 'is not', null)
    .selectAll()
    .orderBy('id')
    .limit(BATCH)
  for (;;) {
    const entries = await (needsLocks(db) ? found.forUpdate() : found).execute()
    for (const entry of entries) await update(db, entry, ['reason'])
    if (entries.length < BATCH) return
  }
}

/** What receivers of webhooks answered: they may have repeated what they were sent. Bodies that were sent are not stored. */
async function eraseAnswers(db: Db, entries: readonly Entry[], batches: readonly string[]): Promise<void> {
  if (entries.length === 0) return
  const uuids = entries.map(({ uuid }) => uuid)
  const ofBatches = db.selectFrom('audit_entries').where('batch', 'in', batches).select('uuid')
  await db
    .updateTable('webhook_deliveries')
    .set({ answer: null })
    .where('answer', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('event_uuid', 'in', uuids),
        ...(batches.length > 0 ? [eb('event_uuid', 'in', ofBatches)] : []),
      ]),
    )
    .execute()
}

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
