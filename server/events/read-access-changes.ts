import { sql } from 'kysely'
import { EXPIRED, MOST_LISTED_USERS } from '../../contract/past.ts'
import { linkIsInForce } from '../access/in-force.ts'
import { readHistories, type State, stateAt } from '../audit/histories.ts'
import { pastDb } from '../audit/past.ts'
import { isAmong } from '../db/queries/id-lists.ts'
import { numberAt, readEntriesAt, readOfLinksBetween, runOf } from '../db/queries/numbered-entries.ts'
import type { Db } from '../db/tables.ts'
import { AccessHistories, type Held, type Point } from './access-histories.ts'

/*
 * Who gained and lost which permissions. Access changes at moments: at entries of the audit trail, and when links expire. A moment
 * concerns users, whose permissions just before and just after it are compared.
 */

export interface Selection {
  kind: 'users' | 'roles' | 'permissions'
  id: number
}

/** The place of a row: rows are ordered by all of it. */
export interface Place {
  at: string
  /** Of the entry; 0 for an expiry. */
  number: number
  /** 0: users are counted. */
  user: number
  /** Twice the id of the permission, plus one if it was lost. */
  change: number
}

interface Window {
  from: string
  /** Exclusive. */
  to: string
  after: Place | undefined
  limit: number
}

interface Entry {
  id: number
  number: number
  at: string
  batch: string
  action: string
  actor_id: number | null
  actor_name: string | null
}

interface Moment {
  at: string
  /** The numbers of the entries of a transaction, whose changes appear together; 0 for an expiry. */
  first: number
  last: number
  users: Set<number>
  /** All users of these roles are concerned. */
  roles: Set<number>
}

export interface Row {
  place: Place
  /** Of the entry that made the change; 0 for an expiry. */
  number: number
  row: object
}

/** In a place: after all rows of the moment, or of the user. */
const END = Number.MAX_SAFE_INTEGER

/** Users whose access is compared for one answer. A page may have fewer rows than it could. */
const MOST_COMPARED = 10_000

/** Finding the users of a role takes as long as comparing the access of some users. */
const COST_OF_ROLES = 20

const USERS_AT_ONCE = 200

/** Users whose histories stay in memory during a request. */
const MOST_REMEMBERED = 2000

/** @returns the rows, and the place after which to go on; undefined if there are no more */
export async function readAccessChanges(db: Db, selection: Selection, window: Window) {
  const { found, next } = await findRows(db, selection, window)
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
): Promise<{ found: Row[]; next: Place | undefined }> {
  const scope = await scopeOf(db, selection)
  const { moments, isCut, isHuge } = await momentsOf(db, scope, window)
  const found: Row[] = []
  let compared = 0
  for (const moment of moments)
    for await (const { rows, cost, end } of stepsOf(db, scope, { moment, isHuge, after: window.after })) {
      found.push(...rows)
      compared += cost
      if (found.length > window.limit)
        return { found: found.slice(0, window.limit), next: found[window.limit - 1]?.place }
      if (compared >= MOST_COMPARED) return { found, next: end }
    }
  const last = moments.at(-1)
  return { found, next: isCut && last ? endOf(last) : undefined }
}

/** A part of the work for an answer. */
interface Step {
  rows: Row[]
  /** The number of users whose access is compared. */
  cost: number
  /** The next page continues after this place. */
  end: Place
}

/** The rows of a moment, in order, that are after a place. */
async function* stepsOf(
  db: Db,
  scope: Scope,
  { moment, isHuge, after }: { moment: Moment; isHuge: boolean; after: Place | undefined },
): AsyncGenerator<Step> {
  const points = await pointsOf(db, moment)
  const start = isAt(moment, after) ? after : undefined
  const users = await concernedBy(db, moment, points.after.number)
  if (isHuge || users.length > MOST_LISTED_USERS) {
    const rows = await countedRows(db, scope, moment, points)
    yield {
      rows: rows.filter(({ place }) => isLater(place, start)),
      cost: MOST_COMPARED,
      end: endOf(moment),
    }
    return
  }
  const cost = moment.roles.size > 0 ? COST_OF_ROLES : 0
  yield { rows: [], cost, end: start ?? placeOf(moment, 0, 0) }
  const { histories } = scope
  const left = users.filter((user) => user >= (start?.user ?? 0))
  for (let done = 0; done < left.length; done += USERS_AT_ONCE) {
    const some = left.slice(done, done + USERS_AT_ONCE)
    if (histories.users.size > MOST_REMEMBERED) histories.forgetUsers()
    await histories.readUsers(some)
    const rows = some.flatMap((user) => rowsOf(scope, moment, points, user))
    yield {
      rows: rows.filter(({ place }) => isLater(place, start)),
      cost: some.length,
      end: placeOf(moment, some.at(-1) as number, END),
    }
  }
}

const placeOf = ({ at, first }: Moment, user: number, change: number): Place => ({
  at,
  number: first,
  user,
  change,
})

/** After all its rows, and all its entries. */
const endOf = (moment: Moment): Place => ({ ...placeOf(moment, END, END), number: moment.last })

const isAt = ({ at, first }: Moment, place: Place | undefined): boolean =>
  place !== undefined && place.at === at && place.number === first

/** Of places of one moment. */
const isLater = ({ user, change }: Place, start: Place | undefined): boolean =>
  start === undefined || user > start.user || (user === start.user && change > start.change)

/** What a question is about, with the histories of its roles and permissions. */
interface Scope {
  selection: Selection
  /** Their users are concerned. */
  roles: number[]
  histories: AccessHistories
  /** Of the selected user, which `histories` may forget. */
  own: State[][]
}

async function scopeOf(db: Db, selection: Selection): Promise<Scope> {
  const { kind, id } = selection
  if (kind === 'users') {
    const histories = new AccessHistories(db)
    await histories.readUsers([id])
    const own = [histories.users.get(id) ?? [], ...(histories.links.get(id) ?? [])]
    return { selection, roles: [...histories.roles.keys()], histories, own }
  }
  const side = kind === 'roles' ? 'left_id' : 'right_id'
  const grants = [...(await readHistories(db, 'role_permissions', { [side]: [id] })).values()].flat()
  const permissions = kind === 'permissions' ? [id] : idsOf(grants, 'right_id')
  const roles = kind === 'roles' ? [id] : idsOf(grants, 'left_id')
  const histories = new AccessHistories(db, permissions)
  await histories.readRoles(roles)
  await histories.readPermissions(permissions)
  return { selection, roles, histories, own: [] }
}

const idsOf = (states: readonly State[], side: 'left_id' | 'right_id'): number[] => [
  ...new Set(states.map((state) => state[side] as number)),
]

/** Users and roles that a change at a number, or at a time, concerns. */
type Concerned = Pick<Moment, 'users' | 'roles'>

interface Candidates {
  byNumber: Map<number, Concerned>
  byTime: Map<string, Concerned>
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

const shifted = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
const justBefore = (at: string) => shifted(at, -1)
const justAfter = (at: string) => shifted(at, 1)

/**
 * The moments of a question, in order.
 * @returns `isCut` if there may be later ones, `isHuge` if there is one that concerns more users than are listed
 */
async function momentsOf(db: Db, scope: Scope, window: Window) {
  const bounds = await boundsOf(db, window)
  const candidates: Candidates = { byNumber: new Map(), byTime: new Map() }
  addOwn(candidates, scope, bounds)
  const complete =
    scope.selection.kind === 'users'
      ? { number: Infinity, at: undefined }
      : await addUsers(db, candidates, scope, bounds)
  const moments = inOrder(await transactionsOf(db, candidates.byNumber), candidates.byTime)
  const end = moments.findIndex(({ first, last, at }) =>
    first > 0 ? last >= complete.number : complete.at !== undefined && at >= complete.at,
  )
  if (end === -1) return { moments, isCut: false, isHuge: false }
  if (end > 0) return { moments: moments.slice(0, end), isCut: true, isHuge: false }
  return { moments: moments.slice(0, 1), isCut: true, isHuge: true }
}

/** Where the histories of the scope change. */
function addOwn(candidates: Candidates, { selection, histories, roles, own }: Scope, bounds: Bounds): void {
  const ofUser = { users: selection.kind === 'users' ? [selection.id] : [], roles: [] }
  const add = (states: readonly State[], concerned: { users: number[]; roles: number[] }) => {
    for (const { from, until, expires_at: end } of states) {
      for (const number of [from, until])
        if (number > bounds.after && number <= bounds.last) concern(candidates.byNumber, number, concerned)
      if (typeof end === 'string' && end >= bounds.since && end < bounds.to)
        concern(candidates.byTime, end, concerned)
    }
  }
  for (const states of own) add(states, ofUser)
  const linked = new Map<number, number[]>()
  for (const role of roles) {
    const ofRole = selection.kind === 'users' ? ofUser : { users: [], roles: [role] }
    add(histories.roles.get(role) ?? [], ofRole)
    for (const states of histories.grants.get(role) ?? []) {
      add(states, ofRole)
      const permission = states[0]?.right_id
      if (typeof permission === 'number') linked.set(permission, [...(linked.get(permission) ?? []), role])
    }
  }
  for (const [permission, states] of histories.permissions)
    add(states, selection.kind === 'users' ? ofUser : { users: [], roles: linked.get(permission) ?? [] })
}

function concern<Key>(
  known: Map<Key, Concerned>,
  key: Key,
  { users, roles }: { users: readonly number[]; roles: readonly number[] },
): void {
  const concerned = known.get(key) ?? { users: new Set(), roles: new Set() }
  known.set(key, concerned)
  for (const user of users) concerned.users.add(user)
  for (const role of roles) concerned.roles.add(role)
}

/** Where users gain and lose roles of the scope, or are activated, deleted and the like. @returns up to where all are known */
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

/** One moment for the entries of a transaction. */
async function transactionsOf(db: Db, byNumber: ReadonlyMap<number, Concerned>): Promise<Moment[]> {
  const numbers = [...byNumber.keys()]
  const around = new Set(numbers.flatMap((number) => [number - 1, number, number + 1]))
  const entries = new Map((await readEntriesAt(db, [...around])).map((entry) => [entry.number, entry]))
  const moments: Moment[] = []
  for (const number of numbers.sort((one, other) => one - other)) {
    const entry = entries.get(number)
    // It is of a transaction whose entries have no numbers yet.
    if (!entry) continue
    const { users, roles } = byNumber.get(number) as Concerned
    const before = moments.at(-1)
    if (before && number <= before.last) {
      before.users = before.users.union(users)
      before.roles = before.roles.union(roles)
      continue
    }
    const isAlone = [number - 1, number + 1].every((next) => entries.get(next)?.batch !== entry.batch)
    const { first, last } = isAlone ? { first: number, last: number } : await runOf(db, entry)
    const [{ at } = entry] = first === number ? [] : await readEntriesAt(db, [first])
    moments.push({ at, first, last, users, roles })
  }
  return moments
}

/** With the expiries, each before the entries of the same time. */
function inOrder(moments: readonly Moment[], byTime: ReadonlyMap<string, Concerned>): Moment[] {
  const expiries = [...byTime].map(([at, concerned]): Moment => ({ at, first: 0, last: 0, ...concerned }))
  return [...expiries, ...moments].sort(
    (one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0) || one.first - other.first,
  )
}

interface Points {
  before: Point
  after: Point
}

async function pointsOf(db: Db, { at, first, last }: Moment): Promise<Points> {
  if (first > 0) return { before: { number: first - 1, at }, after: { number: last, at } }
  const number = await numberAt(db, justBefore(at))
  return { before: { number, at: justBefore(at) }, after: { number, at } }
}

/** Ids of the users whom a moment concerns, ascending; one more than are listed if there are too many. */
async function concernedBy(db: Db, { users, roles }: Moment, number: number): Promise<number[]> {
  const all = new Set(users)
  if (roles.size > 0 && all.size <= MOST_LISTED_USERS) {
    const holders = await pastDb(db, number)
      .selectFrom('user_roles')
      .where(isAmong(db, sql.ref('user_roles.role_id'), [...roles]))
      .select('user_id')
      .distinct()
      .limit(MOST_LISTED_USERS + 1)
      .execute()
    for (const { user_id: user } of holders) all.add(user)
  }
  return [...all].sort((one, other) => one - other)
}

/** What one user gained and lost at a moment. */
function rowsOf(scope: Scope, moment: Moment, points: Points, user: number): Row[] {
  const { histories } = scope
  const changes = changesOf(
    scope,
    histories.heldBy(user, points.before),
    histories.heldBy(user, points.after),
  )
  if (changes.length === 0) return []
  const shown = { id: user, uuid: histories.users.get(user)?.[0]?.uuid ?? '' }
  const numbers = histories.numbersOf(user, moment)
  return changes.map((change) => {
    const number =
      numbers.length > 1 ? numberOfChange(scope, points.after, user, change, numbers) : moment.first
    return rowOf(scope, moment, points, change, { place: user, user: shown, count: null, number })
  })
}

/** The number of the entry of a transaction at which a permission was gained or lost for good. */
function numberOfChange(
  { histories }: Scope,
  { at }: Point,
  user: number,
  change: number,
  numbers: readonly number[],
): number {
  const [permission, isLost] = permissionOf(change)
  const isSo = (number: number) => histories.heldBy(user, { number, at }).has(permission) !== isLost
  const before = numbers.findLastIndex((number) => !isSo(number))
  return numbers[before + 1] as number
}

const permissionOf = (change: number): [id: number, isLost: boolean] => [
  Math.floor(change / 2),
  change % 2 === 1,
]

/** Twice the id of each permission that is gained, plus one for each that is lost; ascending. */
function changesOf({ selection }: Scope, before: Held, after: Held): number[] {
  const isMeant = (permission: number, roles: readonly number[]) =>
    selection.kind === 'users' ||
    (selection.kind === 'roles' ? roles.includes(selection.id) : permission === selection.id)
  const changes: number[] = []
  for (const [permission, roles] of after)
    if (!before.has(permission) && isMeant(permission, roles)) changes.push(permission * 2)
  for (const [permission, roles] of before)
    if (!after.has(permission) && isMeant(permission, roles)) changes.push(permission * 2 + 1)
  return changes.sort((one, other) => one - other)
}

interface Whom {
  place: number
  number: number
  user: object | null
  count: number | null
}

function rowOf(
  { histories }: Scope,
  moment: Moment,
  { before, after }: Points,
  change: number,
  { place, number, user, count }: Whom,
): Row {
  const [id, isLost] = permissionOf(change)
  const { uuid, slug, name } = stateAt(
    histories.permissions.get(id),
    (isLost ? before : after).number,
  ) as State
  return {
    place: placeOf(moment, place, change),
    number,
    row: {
      at: moment.at,
      change: isLost ? 'lost' : 'gained',
      permission: { id, uuid, slug, name },
      user,
      count_users: count,
    },
  }
}

/** The rows of a moment that concerns too many users to list them: one for each permission that is gained, and one if it is lost. */
async function countedRows(db: Db, scope: Scope, moment: Moment, points: Points): Promise<Row[]> {
  const combinations = await combinationsOf(db, scope, points)
  const counts = new Map<number, number>()
  for (const { held, users } of combinations) {
    const roles = { before: [] as number[], after: [] as number[] }
    for (const token of held.split(','))
      roles[token.startsWith('b') ? 'before' : 'after'].push(Number(token.slice(1)))
    await scope.histories.readRoles([...roles.before, ...roles.after])
    const change = changesOf(
      scope,
      scope.histories.heldThrough(roles.before, points.before),
      scope.histories.heldThrough(roles.after, points.after),
    )
    for (const one of change) counts.set(one, (counts.get(one) ?? 0) + Number(users))
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([change, count]) =>
      rowOf(scope, moment, points, change, { place: 0, user: null, count, number: moment.first }),
    )
}

/** How many users had which roles in force before and after, among the users of the scope's roles. */
function combinationsOf(db: Db, { roles }: Scope, { before, after }: Points) {
  const links = ({ number }: Point) => pastDb(db, number).selectFrom('user_roles')
  const held = (point: Point, mark: string) =>
    links(point)
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null)
      .where(linkIsInForce('user_roles', point.at))
      .select([
        'user_roles.user_id',
        sql<string>`${sql.lit(mark)} || cast(user_roles.role_id as text)`.as('role'),
      ])
  const concerned = (point: Point) =>
    links(point)
      .where(isAmong(db, sql.ref('user_roles.role_id'), roles))
      .select('user_roles.user_id')
  // Materialized, each is read once. The planners would merge the versions of the tables into many more queries.
  return db
    .with(
      (cte) => cte('concerned').materialized(),
      () => concerned(before).union(concerned(after)),
    )
    .with(
      (cte) => cte('links').materialized(),
      () => held(before, 'b').unionAll(held(after, 'a')),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('links')
        .where('links.user_id', 'in', eb.selectFrom('concerned').select('concerned.user_id'))
        .groupBy('links.user_id')
        .select(sql<string>`string_agg(links.role, ',' order by links.role)`.as('held'))
        .as('combined'),
    )
    .groupBy('combined.held')
    .select((eb) => ['combined.held', eb.fn.countAll<number>().as('users')])
    .execute()
}
