import assert from 'node:assert/strict'
import { ACTIONS, type Action } from '../../contract/actions.ts'
import { listEndpoints } from '../../server/app.ts'
import { loadConfig } from '../../server/config/config.ts'
import type { AuditEntryTable, Db } from '../../server/db/tables.ts'

/** Entries that tests insert by SQL. */
const MADE_BY_TESTS = 'test'

type Recorded = Pick<AuditEntryTable, 'action' | 'outcome'>

export const recordedActions = (db: Db): Promise<Recorded[]> =>
  db
    .selectFrom('audit_entries')
    .where('action', '<>', MADE_BY_TESTS)
    .select(['action', 'outcome'])
    .distinct()
    .execute()

let writes: ReadonlySet<string> | undefined

/** Asserts that all of these are in the catalogue; a refused one may be the name of a write. */
export function assertCatalogued(recorded: readonly Recorded[]): void {
  writes ??= new Set(
    listEndpoints(loadConfig({}, { cwd: import.meta.dirname }))
      .filter(({ effect }) => effect === 'write')
      .map(({ name }) => name),
  )
  const isKnown = ({ action, outcome }: Recorded) =>
    ACTIONS.has(action as Action) || (outcome === 'refused' && writes?.has(action))
  const unknown = recorded.filter((one) => !isKnown(one))
  assert.deepEqual(unknown, [], 'contract/actions.ts lists all actions')
}

type Shape = Pick<AuditEntryTable, 'subject_type' | 'subject_id' | 'other_type' | 'counts'> & {
  action: string
}

/** Asserts that an entry is as the catalogue says. */
export function assertAsCatalogued({ action, subject_type, subject_id, other_type, counts }: Shape): void {
  const kind = ACTIONS.get(action as Action)
  assert.ok(kind, action)
  assert.equal(subject_type, kind.subject, action)
  assert.equal(subject_id === null, kind.isAboutMany === true, action)
  assert.equal(other_type, kind.other ?? null, action)
  const unknown = Object.keys(counts ?? {}).filter((name) => !kind.counts?.includes(name))
  assert.deepEqual(unknown, [], action)
}
