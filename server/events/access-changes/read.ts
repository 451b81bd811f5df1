import { sql } from 'kysely'
import { EXPIRED, MOST_LISTED_USERS } from '../../../contract/past.ts'
import type { Slicing } from '../../access/slicing.ts'
import { pastDb } from '../../audit/past.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { numberAt, readEntriesAt } from '../../db/queries/numbered-entries.ts'
import type { Db } from '../../db/tables.ts'
import { countedPart } from './counted.ts'
import { HeldSpans, lastBegin, lastEnd } from './held-spans.ts'
import { justBefore, type Moment, momentsOf, type Window } from './moments.ts'
import { END, endOf, isAt, type Place, permissionOf, placeOf } from './places.ts'
import { changesOf, type Part, type Points, type Row, rowOf } from './rows.ts'
import { type Scope, type Selection, scopeOf } from './scope.ts'
import { COSTS, WorkBudget } from './work-budget.ts'

/*
 * Who gained and lost which permissions. Access changes at moments: at entries of the audit trail, and when links expire. A moment
 * concerns users, whose permissions just before and just after it are compared.
 */

interface Entry {
  id: number
  number: number
  at: string
  batch: string
  action: string
  actor_id: number | null
  actor_name: string | null
}

const USERS_AT_ONCE = 200

/** Users whose histories stay in memory during a request. */
const MOST_REMEMBERED = 2000

/** @returns the rows, and the place after which to go on; undefined if there are no more */
export async function readAccessChanges(db: Db, selection: Selection, window: Window, slicing: Slicing) {
  const { found, next } = await findRows(db, selection, window, new WorkBudget(slicing))
  const numbers = new Set(found.map(({ number }) => number).filter((number) => number > 0))
  const entries = numbers.size > 0 ? await readEntriesAt(db, [...numbers]) : []
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  return { rows: found.map(({ row, number }) => ({ ...row, ...causeOf(byNumber.get(number)) })), next }
}

const causeOf = (entry: Entry | undefined) => ({
  cause: entry?.action ?? EXPIRED,
  entry_id: entry?.id ?? null,
  batch: entry?.batch ?? null,
  actor_id: entry?.actor_id ?? null,
  actor_name: entry?.actor_name ?? null,
  in: null,
})

async function findRows(
  db: Db,
  selection: Selection,
  window: Window,
  work: WorkBudget,
): Promise<{ found: Row[]; next: Place | undefined }> {
  const scope = await scopeOf(db, selection, work)
  work.restart()
  const found: Row[] = []
  let last: Moment | undefined
  for await (const { moment, isComplete } of momentsOf(db, scope, window, work)) {
    if (!isComplete && last) return { found, next: endOf(last) }
    for await (const { rows, end, endsAnswer } of partsOf(db, scope, moment, { isComplete, window, work })) {
      found.push(...rows)
      if (found.length > window.limit)
        return { found: found.slice(0, window.limit), next: found[window.limit - 1]?.place }
      if (endsAnswer || work.isSpent) return { found, next: end }
      await work.pause()
    }
    last = moment
  }
  return { found, next: undefined }
}

interface Asked {
  /** Whether all users whom the moment concerns are known. */
  isComplete: boolean
  window: Window
  work: WorkBudget
}

/** The rows of a moment, in order, that are after the place of the window: those of one user after the other. */
async function* partsOf(
  db: Db,
  scope: Scope,
  moment: Moment,
  { isComplete, window, work }: Asked,
): AsyncGenerator<Part> {
  const { histories } = scope
  const start = window.after && isAt(moment, window.after) ? window.after : undefined
  const points = await pointsOf(db, moment, work)
  const users = await concernedBy(db, moment, points.after.number, work)
  if (!isComplete || users.length > MOST_LISTED_USERS) {
    yield await countedPart(db, scope, { moment, points, start, work })
    return
  }
  const spans = new HeldSpans(histories, work, moment)
  const left = start ? users.filter((user) => isLater(user, END, start)) : users
  for (let done = 0; done < left.length; done += USERS_AT_ONCE) {
    const some = left.slice(done, done + USERS_AT_ONCE)
    if (histories.users.size > MOST_REMEMBERED) histories.forgetUsers()
    await histories.readUsers(some)
    for (const user of some) {
      work.spend(COSTS.user)
      const changes = changesOf(
        scope,
        histories.heldBy(user, points.before),
        histories.heldBy(user, points.after),
      )
      const later = start ? changes.filter((change) => isLater(user, change, start)) : changes
      const told = later.slice(0, window.limit + 1)
      yield {
        rows: rowsOf(scope, moment, { points, spans, user, changes: told }),
        end: placeOf(moment, user, END),
        endsAnswer: false,
      }
    }
  }
  yield { rows: [], end: endOf(moment), endsAnswer: false }
}

/** Of places of one moment. */
const isLater = (user: number, change: number, start: Place): boolean =>
  user > start.user || (user === start.user && change > start.change)

async function pointsOf(db: Db, { at, first, last }: Moment, work: WorkBudget): Promise<Points> {
  if (first > 0) return { before: { number: first - 1, at }, after: { number: last, at } }
  const number = await numberAt(db, justBefore(at))
  work.spend(COSTS.statement)
  return { before: { number, at: justBefore(at) }, after: { number, at } }
}

/** Ids of the users whom a moment concerns, ascending; one more than are listed if there are too many. */
async function concernedBy(
  db: Db,
  { concerned }: Moment,
  number: number,
  work: WorkBudget,
): Promise<number[]> {
  const all = new Set<number>()
  const roles = new Set<number>()
  for (const one of new Set(concerned)) {
    for (const user of one.users) all.add(user)
    for (const role of one.roles) roles.add(role)
  }
  if (roles.size > 0 && all.size <= MOST_LISTED_USERS) {
    const holders = await pastDb(db, number)
      .selectFrom('user_roles')
      .where(isAmong(db, sql.ref('user_roles.role_id'), [...roles]))
      .select('user_id')
      .distinct()
      .limit(MOST_LISTED_USERS + 1)
      .execute()
    for (const { user_id: user } of holders) all.add(user)
    work.spend(4 * COSTS.statement + roles.size)
  }
  return [...all].sort((one, other) => one - other)
}

interface Compared {
  points: Points
  spans: HeldSpans
  user: number
  changes: readonly number[]
}

/** What one user gained and lost at a moment. */
function rowsOf(scope: Scope, moment: Moment, { points, spans, user, changes }: Compared): Row[] {
  if (changes.length === 0) return []
  const shown = { id: user, uuid: scope.histories.users.get(user)?.[0]?.uuid ?? '' }
  const numberOf = numbersOf(moment, spans, user, changes)
  return changes.map((change) =>
    rowOf(scope, moment, points, change, { user: shown, number: numberOf(change) }),
  )
}

/** The number of the entry of a transaction at which a permission was gained or lost for good. */
function numbersOf(moment: Moment, spans: HeldSpans, user: number, changes: readonly number[]) {
  const { first, last } = moment
  if (first === last) return () => first
  const held = spans.of(user, new Set(changes.map((change) => permissionOf(change)[0])))
  return (change: number) => {
    const [permission, isLost] = permissionOf(change)
    const found = held.get(permission) ?? []
    return (isLost ? lastEnd(found) : lastBegin(found)) ?? first
  }
}
