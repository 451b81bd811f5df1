import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { MOST_NAMED } from '../../../contract/grants.ts'
import type { Db } from '../../db/tables.ts'
import { SUPER_ADMINISTRATOR } from '../grants.ts'
import { linkIsInForce } from '../in-force.ts'

/** A permission, and the roles that grant it before and after a change. */
export interface PermissionChange {
  permission: number
  before: ReadonlySet<number>
  after: ReadonlySet<number>
}

/** How many users gain and lose one permission, and the ids of the first of them, if they were asked for. */
export interface Gain {
  gained: number
  lost: number
  gainedBy: number[]
  lostBy: number[]
}

export interface Gains {
  /** In the order of the changes. */
  each: Gain[]
  /** Users who gain, or lose, at least one of them. */
  gaining: number
  losing: number
}

/** Bit sets of the changing permissions: those that a role grants before and after. */
interface Held {
  before: bigint
  after: bigint
}

/** Combinations processed before yielding to the event loop. */
const COMBINATIONS_PER_BATCH = 5000

/**
 * Counts the live, active users who gain and lose permissions through their roles in force. The count is exact. Roles that
 * grant the same permissions before, and the same after, are of one kind. One query counts the users by the combination of
 * kinds that they hold, for all permissions at once. Super administrators always hold all permissions.
 * @param isNaming also finds the ids of the first users of each permission
 */
export async function gainsOf(
  db: Db,
  now: string,
  shifts: readonly PermissionChange[],
  isNaming = false,
): Promise<Gains> {
  const { kinds, kindOf } = kindsOf(shifts)
  const changed = [...kindOf.keys()].filter((role) => {
    const kind = kinds[kindOf.get(role) as number] as Held
    return kind.before !== kind.after
  })
  const each = shifts.map((): Gain => ({ gained: 0, lost: 0, gainedBy: [], lostBy: [] }))
  const gains: Gains = { each, gaining: 0, losing: 0 }
  const combinations = await combinationsOf(db, now, changed, kindOf, isNaming)
  for (const [index, { held, users, first }] of combinations.entries()) {
    if (index % COMBINATIONS_PER_BATCH === 0) await yieldToEventLoop()
    addTo(
      gains,
      held.split(',').map((kind) => kinds[Number(kind)] as Held),
      Number(users),
      first?.split(',').map(Number) ?? [],
    )
  }
  return gains
}

function addTo(gains: Gains, held: readonly Held[], users: number, first: readonly number[]): void {
  const before = held.reduce((bits, kind) => bits | kind.before, 0n)
  const after = held.reduce((bits, kind) => bits | kind.after, 0n)
  if (before === after) return
  const [gained, lost] = [after & ~before, before & ~after]
  if (gained !== 0n) gains.gaining += users
  if (lost !== 0n) gains.losing += users
  for (const [index, each] of gains.each.entries()) {
    const bit = 1n << BigInt(index)
    if (gained & bit) {
      each.gained += users
      fill(each.gainedBy, first)
    } else if (lost & bit) {
      each.lost += users
      fill(each.lostBy, first)
    }
  }
}

const fill = (named: number[], more: readonly number[]) => {
  if (named.length < MOST_NAMED) named.push(...more.slice(0, MOST_NAMED - named.length))
}

/** The kinds of roles, and the kind of each role. */
function kindsOf(shifts: readonly PermissionChange[]) {
  const held = new Map<number, Held>()
  for (const [index, { before, after }] of shifts.entries()) {
    const bit = 1n << BigInt(index)
    for (const role of before.union(after)) {
      const kind = held.get(role) ?? { before: 0n, after: 0n }
      if (before.has(role)) kind.before |= bit
      if (after.has(role)) kind.after |= bit
      held.set(role, kind)
    }
  }
  const kinds: Held[] = []
  const known = new Map<string, number>()
  const kindOf = new Map<number, number>()
  for (const [role, kind] of held) {
    const key = `${kind.before} ${kind.after}`
    const number = known.get(key) ?? kinds.push(kind) - 1
    known.set(key, number)
    kindOf.set(role, number)
  }
  return { kinds, kindOf }
}

/** How many users hold which kinds of roles in force, among users of a changing role; without super administrators. */
async function combinationsOf(
  db: Db,
  now: string,
  changed: number[],
  kindOf: ReadonlyMap<number, number>,
  isNaming: boolean,
) {
  if (changed.length === 0) return []
  // The engines use an index for a list of constants; they would scan a table of values.
  const ofKind = Map.groupBy([...kindOf], ([, kind]) => kind)
  const kinds = [...ofKind].map(
    ([kind, roles]) =>
      sql`when own.role_id in (${idsOf(roles.map(([role]) => role))}) then ${sql.lit(String(kind))}`,
  )
  const combined = sql`(select own.user_id, string_agg(case ${sql.join(kinds, sql` `)} end, ',') as held
      from (select distinct user_id from user_roles
        where role_id in (${idsOf(changed)}) and ${linkIsInForce('user_roles', now)}) touched
      cross join user_roles own
      where own.user_id = touched.user_id and ${linkIsInForce('own', now)}
      group by own.user_id) combined
    cross join users where users.id = combined.user_id and users.is_active = true and users.deleted_at is null
      and users.id not in (select holder.user_id from roles cross join user_roles holder
        where holder.role_id = roles.id and roles.slug = ${SUPER_ADMINISTRATOR}
        and roles.deleted_at is null and roles.is_active = true and ${linkIsInForce('holder', now)})`
  const query = isNaming
    ? sql<Combination>`select held, count(*) as users,
        string_agg(case when place <= ${sql.lit(MOST_NAMED)} then cast(user_id as text) end, ',') as first
      from (select held, combined.user_id, row_number() over (partition by held order by combined.user_id) as place
        from ${combined}) placed
      group by held order by min(user_id)`
    : sql<Combination>`select held, count(*) as users from ${combined} group by held`
  const { rows } = await query.execute(db)
  return rows
}

interface Combination {
  held: string
  users: number
  /** Ids of the first of them, by comma. */
  first?: string
}

/** Literals, since there may be more ids than the engine can bind. */
const idsOf = (ids: readonly number[]) => sql.join(ids.map((id) => sql.lit(id)))
