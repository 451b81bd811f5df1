import { sql } from 'kysely'
import { MOST_LISTED_USERS } from '../../../contract/past.ts'
import type { State } from '../../audit/histories.ts'
import { addMs } from '../../dates.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { numberAt, readEntriesAt, readOfLinksBetween, runOf } from '../../db/queries/numbered-entries.ts'
import type { Db } from '../../db/tables.ts'
import { END, type Place } from './places.ts'
import type { Scope } from './scope.ts'
import { COSTS, type WorkBudget } from './work-budget.ts'

/** When access may have changed: at the entries of a transaction, whose changes appear together, or when links expire. */
export interface Moment {
  at: string
  /** The first and the last number of the transaction; 0 for an expiry. */
  first: number
  last: number
  concerned: Concerned[]
}

/** Whom something concerns: these users, and all users of these roles. Many moments may share one of them. */
export interface Concerned {
  users: readonly number[]
  roles: readonly number[]
}

export interface Window {
  from: string
  /** Exclusive. */
  to: string
  after: Place | undefined
  limit: number
}

interface Candidates {
  byNumber: Map<number, Concerned[]>
  byTime: Map<string, Concerned[]>
}

/** Numbers and times of a question. */
interface Bounds {
  /** Exclusive. */
  after: number
  last: number
  /** Inclusive. */
  since: string
  /** Exclusive. */
  to: string
}

async function boundsOf(db: Db, { from, to, after: place }: Window): Promise<Bounds> {
  const bounds = {
    after: await numberAt(db, justBefore(from)),
    last: await numberAt(db, justBefore(to)),
    since: from,
    to,
  }
  if (place === undefined || place.at < from) return bounds
  const isDone = place.user === END
  if (place.number > 0) {
    const after = isDone ? place.number : place.number - 1
    return { ...bounds, after: Math.max(after, bounds.after), since: justAfter(place.at) }
  }
  const after = await numberAt(db, justBefore(place.at))
  return { ...bounds, after, since: isDone ? justAfter(place.at) : place.at }
}

export const justBefore = (at: string) => addMs(at, -1)
const justAfter = (at: string) => addMs(at, 1)

/**
 * The moments of a question, in order, read as they are needed.
 * @returns `isComplete` is false if a moment concerns more users than are known: after it, moments may be missing
 */
export async function* momentsOf(
  db: Db,
  scope: Scope,
  window: Window,
  work: WorkBudget,
): AsyncGenerator<{ moment: Moment; isComplete: boolean }> {
  const bounds = await boundsOf(db, window)
  const candidates: Candidates = { byNumber: new Map(), byTime: new Map() }
  addOwn(candidates, scope, bounds)
  const known =
    scope.selection.kind === 'users'
      ? { number: Infinity, at: undefined }
      : await addUsers(db, candidates, scope, bounds)
  const isComplete = ({ first, last, at }: Moment) =>
    first > 0 ? last < known.number : known.at === undefined || at < known.at
  for await (const moment of inOrder(transactionsOf(db, candidates.byNumber, work), candidates.byTime))
    yield { moment, isComplete: isComplete(moment) }
}

/** Where the histories of the scope change. */
function addOwn(
  { byNumber, byTime }: Candidates,
  { selection, histories, roles, own }: Scope,
  bounds: Bounds,
): void {
  const ofUser = selection.kind === 'users' ? { users: [selection.id], roles: [] } : undefined
  const add = (states: readonly State[], concerned: Concerned) => {
    for (const { from, until, expires_at: end } of states) {
      for (const number of [from, until])
        if (number > bounds.after && number <= bounds.last) concern(byNumber, number, concerned)
      if (typeof end === 'string' && end >= bounds.since && end < bounds.to) concern(byTime, end, concerned)
    }
  }
  if (ofUser) for (const states of own) add(states, ofUser)
  const linked = new Map<number, number[]>()
  for (const role of roles) {
    const ofRole = ofUser ?? { users: [], roles: [role] }
    add(histories.roles.get(role) ?? [], ofRole)
    for (const states of histories.grants.get(role) ?? []) {
      add(states, ofRole)
      const permission = states[0]?.right_id
      if (typeof permission !== 'number') continue
      const known = linked.get(permission)
      if (known) known.push(role)
      else linked.set(permission, [role])
    }
  }
  for (const [permission, states] of histories.permissions)
    add(states, ofUser ?? { users: [], roles: linked.get(permission) ?? [] })
}

function concern<Key>(known: Map<Key, Concerned[]>, key: Key, concerned: Concerned): void {
  const before = known.get(key)
  if (!before) known.set(key, [concerned])
  else if (before.at(-1) !== concerned) before.push(concerned)
}

/**
 * Where users gain and lose roles of the scope, or are activated, deleted and the like.
 * @returns the number and the time before which all are known
 */
async function addUsers(db: Db, { byNumber, byTime }: Candidates, { roles }: Scope, bounds: Bounds) {
  const limit = MOST_LISTED_USERS + 1
  const ended = db
    .selectFrom('past_versions')
    .where('until', '>', bounds.after)
    .where('until', '<=', bounds.last)
    .orderBy('until')
    .limit(limit)
  const ofRoles = isAmong(db, sql.ref('held.right_id'), roles)
  const made = await readOfLinksBetween(
    db,
    { action: 'users.roles.add', other: { type: 'roles', ids: roles } },
    { after: bounds.after, last: bounds.last, limit },
  )
  const numbers = [
    await ended
      .where('kind', '=', 'user_roles')
      .where(isAmong(db, sql.ref('right_id'), roles))
      .select(['until as number', 'left_id as user_id'])
      .execute(),
    await ended
      .where('kind', '=', 'users')
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('user_roles')
              .whereRef('user_roles.user_id', '=', 'past_versions.record_id')
              .where(isAmong(db, sql.ref('user_roles.role_id'), roles))
              .select('user_roles.id'),
          ),
          eb.exists(
            eb
              .selectFrom('past_versions as held')
              .where('held.kind', '=', 'user_roles')
              .whereRef('held.left_id', '=', 'past_versions.record_id')
              .where(ofRoles)
              .select('held.id'),
          ),
        ]),
      )
      .select(['until as number', 'record_id as user_id'])
      .execute(),
    made.map(({ number, subject_id }) => ({ number, user_id: subject_id })),
  ]
  const times = [
    await db
      .selectFrom('user_roles')
      .where(isAmong(db, sql.ref('role_id'), roles))
      .where('expires_at', '>=', bounds.since)
      .where('expires_at', '<', bounds.to)
      .select(['expires_at', 'user_id'])
      .orderBy('expires_at')
      .limit(limit)
      .execute(),
    await db
      .selectFrom('past_versions')
      .where('kind', '=', 'user_roles')
      .where(isAmong(db, sql.ref('right_id'), roles))
      .where('expires_at', '>=', bounds.since)
      .where('expires_at', '<', bounds.to)
      .select(['expires_at', 'left_id as user_id'])
      .orderBy('expires_at')
      .limit(limit)
      .execute(),
  ]
  for (const { number, user_id: user } of numbers.flat())
    if (number !== null && user !== null) concern(byNumber, number, { users: [user], roles: [] })
  for (const { expires_at: at, user_id: user } of times.flat())
    if (at !== null && user !== null) concern(byTime, at, { users: [user], roles: [] })
  const lastOf = <Row>(rows: readonly Row[]) => (rows.length === limit ? rows.at(-1) : undefined)
  const ends = times.map((rows) => lastOf(rows)?.expires_at).filter((at) => typeof at === 'string')
  return {
    number: Math.min(...numbers.map((rows) => lastOf(rows)?.number ?? Infinity)),
    at: ends.sort()[0],
  }
}

/** Numbers whose entries one statement reads. */
const NUMBERS_AT_ONCE = 300

/** One moment for the entries of a transaction. */
async function* transactionsOf(
  db: Db,
  byNumber: ReadonlyMap<number, Concerned[]>,
  work: WorkBudget,
): AsyncGenerator<Moment> {
  const numbers = [...byNumber.keys()].sort((one, other) => one - other)
  let moment: Moment | undefined
  for (let done = 0; done < numbers.length; done += NUMBERS_AT_ONCE) {
    const some = numbers.slice(done, done + NUMBERS_AT_ONCE)
    const around = new Set(some.flatMap((number) => [number - 1, number, number + 1]))
    const entries = new Map((await readEntriesAt(db, [...around])).map((entry) => [entry.number, entry]))
    for (const number of some) {
      const entry = entries.get(number)
      // It is of a transaction whose entries have no numbers yet.
      if (!entry) continue
      const concerned = byNumber.get(number) ?? []
      if (moment && number <= moment.last) {
        for (const one of concerned) moment.concerned.push(one)
        continue
      }
      if (moment) yield moment
      const isAlone = [number - 1, number + 1].every((next) => entries.get(next)?.batch !== entry.batch)
      const { first, last } = isAlone ? { first: number, last: number } : await runOf(db, entry)
      const [{ at } = entry] = first === number ? [] : await readEntriesAt(db, [first])
      work.spend(isAlone ? COSTS.user : 3 * COSTS.statement)
      moment = { at, first, last, concerned: [...concerned] }
    }
  }
  if (moment) yield moment
}

/** With the expiries, each before the entries of the same time. */
async function* inOrder(
  transactions: AsyncIterable<Moment>,
  byTime: ReadonlyMap<string, Concerned[]>,
): AsyncGenerator<Moment> {
  const expiries = [...byTime]
    .map(([at, concerned]): Moment => ({ at, first: 0, last: 0, concerned }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
  let next = 0
  for await (const moment of transactions) {
    for (let expiry = expiries[next]; expiry && expiry.at <= moment.at; expiry = expiries[next]) {
      yield expiry
      next += 1
    }
    yield moment
  }
  yield* expiries.slice(next)
}
