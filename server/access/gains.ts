import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { SUPER_ADMINISTRATOR } from './holder.ts'

/** One permission, and the roles through which it is held before a change and after it. */
export interface Shift {
  permission: number
  before: ReadonlySet<number>
  after: ReadonlySet<number>
}

export interface Gains {
  /** How many users gain and lose it, in the order of the shifts. */
  each: { gained: number; lost: number }[]
  /** Users who gain, or lose, any of them. */
  gaining: number
  losing: number
}

/** Users who hold the same of the roles in question. */
interface Combination {
  roles: ReadonlySet<number>
  users: number
}

/**
 * Who gains and who loses a permission, told exactly: live, active users, by their roles in force. What a user holds
 * follows from which of the roles they have, so users are counted by that, once for all of the permissions. Super
 * administrators hold all of them, and never change.
 */
export async function gainsOf(db: Db, now: string, shifts: readonly Shift[]): Promise<Gains> {
  const changed = new Set(shifts.flatMap(({ before, after }) => [...before.symmetricDifference(after)]))
  const asked = new Set(shifts.flatMap(({ before, after }) => [...before, ...after]))
  const combinations = await combinationsOf(db, now, [...changed], [...asked])
  const gains: Gains = { each: shifts.map(() => ({ gained: 0, lost: 0 })), gaining: 0, losing: 0 }
  for (const { roles, users } of combinations) {
    let isGaining = false
    let isLosing = false
    for (const [index, { before, after }] of shifts.entries()) {
      const [had, has] = [!roles.isDisjointFrom(before), !roles.isDisjointFrom(after)]
      if (had === has) continue
      const each = gains.each[index] as Gains['each'][number]
      if (has) each.gained += users
      else each.lost += users
      isGaining ||= has
      isLosing ||= had
    }
    if (isGaining) gains.gaining += users
    if (isLosing) gains.losing += users
  }
  return gains
}

/** Roles that one number tells: JavaScript's are exact up to 53 bits. */
const ROLES_A_NUMBER = 50

/** Of those who hold a changed role in force: how many hold which of the roles asked about, super administrators aside. */
async function combinationsOf(
  db: Db,
  now: string,
  changed: number[],
  asked: number[],
): Promise<Combination[]> {
  if (changed.length === 0) return []
  const parts = Array.from({ length: Math.ceil(asked.length / ROLES_A_NUMBER) }, (_, part) =>
    asked.slice(part * ROLES_A_NUMBER, (part + 1) * ROLES_A_NUMBER),
  )
  const names = parts.map((_, part) => sql.ref(`part_${part}`))
  const sums = parts.map((roles, part) => {
    const bits = roles.map((role, bit) => sql`when ${sql.lit(role)} then ${sql.lit(2 ** bit)}`)
    return sql`sum(case held.role_id ${sql.join(bits, sql` `)} else 0 end) as ${names[part]}`
  })
  const { rows } = await sql<Record<string, number>>`select ${sql.join(names)}, count(*) as users from (
      select held.user_id, ${sql.join(sums)}
      from (select distinct user_id from user_roles where role_id in (${idsOf(changed)}) and ${inForce(now)}) touched
      cross join user_roles held
      where held.user_id = touched.user_id and held.role_id in (${idsOf(asked)}) and ${inForce(now, 'held.')}
        and held.user_id not in (select own.user_id from roles cross join user_roles own
          where own.role_id = roles.id and roles.slug = ${SUPER_ADMINISTRATOR}
          and roles.deleted_at is null and roles.is_active = true and ${inForce(now, 'own.')})
      group by held.user_id) combined
    cross join users where users.id = combined.user_id and users.is_active = true and users.deleted_at is null
    group by ${sql.join(names)}`.execute(db)
  return rows.map((row) => ({
    users: Number(row.users),
    roles: new Set(parts.flatMap((roles, part) => rolesIn(roles, BigInt(row[`part_${part}`] as number)))),
  }))
}

/** Written into the statement: there may be more of them than an engine binds. */
const idsOf = (ids: readonly number[]) => sql.join(ids.map((id) => sql.lit(id)))

const inForce = (now: string, of = '') =>
  sql`${sql.ref(`${of}is_active`)} = true and (${sql.ref(`${of}expires_at`)} is null or ${sql.ref(`${of}expires_at`)} > ${now})`

const rolesIn = (roles: readonly number[], bits: bigint): number[] =>
  roles.filter((_, bit) => (bits >> BigInt(bit)) & 1n)
