import { sql } from 'kysely'
import { linkIsInForce } from '../../access/in-force.ts'
import { tooManyConcerned } from '../../audit/histories.ts'
import { everOn, type IsOneOf, pastDb } from '../../audit/past.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import type { Db } from '../../db/tables.ts'
import { heldThrough, type Point } from './histories.ts'
import type { Moment } from './moments.ts'
import { changeOf, END, endOf, type Place, placeOf } from './places.ts'
import { changesOf, type Part, type Points, rowOf } from './rows.ts'
import type { Scope } from './scope.ts'
import type { WorkBudget } from './work-budget.ts'

/** Combinations of roles that are read for one answer. */
const MOST_COMBINATIONS = 100_000

/** Roles whose histories are read at once. */
const ROLES_AT_ONCE = 200

interface Counted {
  moment: Moment
  points: Points
  /** The rows after it. */
  start: Place | undefined
  work: WorkBudget
}

/**
 * The rows of a moment that concerns too many users to list them: one for each permission that is gained, and one if it is lost.
 * An answer has those of as many permissions as its budget allows, at least of one.
 * @throws Refusal 422 if there are too many combinations of roles
 */
export async function countedPart(
  db: Db,
  scope: Scope,
  { moment, points, start, work }: Counted,
): Promise<Part> {
  const after = start === undefined ? 0 : start.user === 0 ? start.change : END
  const left = scope.permissions.filter((permission) => changeOf(permission, true) > after)
  if (left.length === 0) return { rows: [], end: endOf(moment), endsAnswer: true }
  const combinations = await readCombinations(db, scope, points)
  const { roles, units } = await rolesOf(combinations, work)
  const some = left.slice(0, Math.max(1, work.timesOf(units + 1)))
  const granted = await grantsOf(scope, roles, points, some, work)
  const counts = new Map<number, number>()
  for (const { held, users } of combinations) {
    const { before, after } = rolesIn(held)
    const changes = changesOf(scope, heldThrough(before, granted.before), heldThrough(after, granted.after))
    for (const change of changes) counts.set(change, (counts.get(change) ?? 0) + Number(users))
    await work.pause()
  }
  const rows = [...counts]
    .filter(([change]) => change > after)
    .sort(([one], [other]) => one - other)
    .map(([change, count]) => rowOf(scope, moment, points, change, { count, number: moment.first }))
  const last = some.length < left.length ? some.at(-1) : undefined
  const end = last === undefined ? endOf(moment) : placeOf(moment, 0, changeOf(last, true))
  return { rows, end, endsAnswer: true }
}

/** Those of a combination. */
function rolesIn(held: string) {
  const roles = { before: [] as number[], after: [] as number[] }
  for (const token of held.split(','))
    roles[token.startsWith('b') ? 'before' : 'after'].push(Number(token.slice(1)))
  return roles
}

/** All roles of the combinations, and the work that the combinations take for each permission. */
async function rolesOf(combinations: readonly { held: string }[], work: WorkBudget) {
  const roles = new Set<number>()
  let units = 0
  for (const { held } of combinations) {
    const { before, after } = rolesIn(held)
    for (const role of [...before, ...after]) roles.add(role)
    const count = before.length + after.length
    units += count
    work.spend(count)
    await work.pause()
  }
  return { roles: [...roles], units }
}

/** What the roles grant of some permissions. */
async function grantsOf(
  { histories }: Scope,
  roles: readonly number[],
  points: Points,
  permissions: readonly number[],
  work: WorkBudget,
) {
  const counted = new Set(permissions)
  const granted = { before: new Map<number, number[]>(), after: new Map<number, number[]>() }
  for (let done = 0; done < roles.length; done += ROLES_AT_ONCE) {
    const some = roles.slice(done, done + ROLES_AT_ONCE)
    await histories.readRoles(some)
    for (const role of some) {
      for (const side of ['before', 'after'] as const)
        granted[side].set(
          role,
          histories.grantedBy(role, points[side]).filter((permission) => counted.has(permission)),
        )
      await work.pause()
    }
  }
  const by = (side: keyof Points) => (role: number) => {
    const found = granted[side].get(role) ?? []
    work.spend(found.length + 1)
    return found
  }
  return { before: by('before'), after: by('after') }
}

/** The roles that ever granted one of the permissions: others make no difference. */
async function rolesGranting(db: Db, permissions: readonly number[]): Promise<number[]> {
  const live = await db
    .selectFrom('role_permissions')
    .where(isAmong(db, sql.ref('permission_id'), permissions))
    .select('role_id as id')
    .distinct()
    .execute()
  const ended = await db
    .selectFrom('past_versions')
    .where('kind', '=', 'role_permissions')
    .where(isAmong(db, sql.ref('right_id'), permissions))
    .select('left_id as id')
    .distinct()
    .execute()
  return [...new Set([...live, ...ended].map(({ id }) => id as number))]
}

/** How many users had which of the roles in force before and after, among the users of the scope's roles. */
async function readCombinations(db: Db, { roles, permissions }: Scope, { before, after }: Points) {
  const granting = await rolesGranting(db, permissions)
  const isGranting: IsOneOf = (role) => isAmong(db, role, granting)
  const scope = {
    user_roles: { right_id: isGranting },
    users: { record_id: everOn('left_id', 'user_roles', 'right_id', isGranting) },
  }
  const held = ({ number, at }: Point, mark: string) =>
    pastDb(db, number, scope)
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .where('users.is_active', '=', true)
      .where('users.deleted_at', 'is', null)
      .where(linkIsInForce('user_roles', at))
      .where(isGranting(sql.ref('user_roles.role_id')))
      .select([
        'user_roles.user_id',
        sql<string>`${sql.lit(mark)} || cast(user_roles.role_id as text)`.as('role'),
      ])
  const concerned = ({ number }: Point) =>
    pastDb(db, number)
      .selectFrom('user_roles')
      .where(isAmong(db, sql.ref('user_roles.role_id'), roles))
      .select('user_roles.user_id')
  // Materialized, each is read once. The planners would merge the versions of the tables into many more queries.
  const combinations = await db
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
    .limit(MOST_COMBINATIONS + 1)
    .execute()
  if (combinations.length > MOST_COMBINATIONS) throw tooManyConcerned()
  return combinations
}
