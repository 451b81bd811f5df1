import type { ExpressionBuilder, Selectable, Updateable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import type { AuditEntryTable, AuditGroup, Database } from '../db/tables.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { digestOf, groupsOf } from './leaves.ts'

/** Entries of a transaction. */
const BATCH = 500

type Entry = Selectable<AuditEntryTable>

interface Person {
  userId: number
  /** Ids of the registrations that became the user. */
  registrations: readonly number[]
}

/** What an entry says about a person, on each side. */
const SIDES: readonly { group: AuditGroup; isAbout: (entry: Entry, person: Person) => boolean }[] = [
  { group: 'subject', isAbout: (entry, person) => isThem(entry.subject_type, entry.subject_id, person) },
  { group: 'other', isAbout: (entry, person) => isThem(entry.other_type, entry.other_id, person) },
  { group: 'actor', isAbout: (entry, { userId }) => entry.actor_id === userId },
  { group: 'maker', isAbout: (entry, { userId }) => entry.token_maker_id === userId },
]

const isThem = (type: string | null, id: number | null, { userId, registrations }: Person) =>
  type === 'users' ? id === userId : type === 'registrations' && registrations.includes(id as number)

/**
 * Removes what a batch of entries says about a user, with the salts, so that nobody can find out what their leaves were made of.
 * @param after the id of the last entry of the batch before; 0 at first
 * @returns the id of the last entry of the batch; undefined if no entry is left
 */
export async function eraseUser({ db }: Ctx, userId: number, after: number): Promise<number | undefined> {
  const registrations = await db
    .selectFrom('registrations')
    .where('user_id', '=', userId)
    .select('id')
    .execute()
  const person = { userId, registrations: registrations.map(({ id }) => id) }
  const found = db
    .selectFrom('audit_entries')
    .where('id', '>', after)
    .where((eb) => mayName(eb, person))
    .selectAll()
    .orderBy('id')
    .limit(BATCH)
  // Two people of one entry may be erased at the same time.
  const entries = await (needsLocks(db) ? found.forUpdate() : found).execute()
  for (const entry of entries)
    await db.updateTable('audit_entries').set(erased(entry, person)).where('id', '=', entry.id).execute()
  return entries.length < BATCH ? undefined : entries.at(-1)?.id
}

const mayName = (eb: ExpressionBuilder<Database, 'audit_entries'>, { userId, registrations }: Person) =>
  eb.or([
    ...(registrations.length === 0
      ? []
      : (['subject', 'other'] as const).map((side) =>
          eb.and([eb(`${side}_type`, '=', 'registrations'), eb(`${side}_id`, 'in', registrations)]),
        )),
    eb.and([eb('subject_type', '=', 'users'), eb('subject_id', '=', userId)]),
    eb.and([eb('other_type', '=', 'users'), eb('other_id', '=', userId)]),
    eb('actor_id', '=', userId),
    eb('token_maker_id', '=', userId),
  ])

function erased(entry: Entry, person: Person): Updateable<AuditEntryTable> {
  const groups: AuditGroup[] = SIDES.filter(({ isAbout }) => isAbout(entry, person)).map(({ group }) => group)
  // A reason may name anybody whom the entry is about.
  groups.push('reason')
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
  return { ...cleared, salts: salts, digests: digests }
}
